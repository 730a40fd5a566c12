using System;
class Program {
    static void Main() {
        var sum = 1 + "2"; // MISTAKE
        Console.WriteLine("past " + sum);
    }
}
