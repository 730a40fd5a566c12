using System;
class Program {
    static void Main() {
        Console.WriteLine("{0:D}", "twelve"); // MISTAKE
        Console.WriteLine("past");
    }
}
