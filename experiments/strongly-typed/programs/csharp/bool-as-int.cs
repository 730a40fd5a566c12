using System;
class Program {
    static void Main() {
        bool yes = true;
        int sum = yes + 1; // MISTAKE
        Console.WriteLine("past " + sum);
    }
}
