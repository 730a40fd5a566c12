using System;
class Program {
    static void Main() {
        int n;
        Console.WriteLine("past " + n); // MISTAKE
    }
}
