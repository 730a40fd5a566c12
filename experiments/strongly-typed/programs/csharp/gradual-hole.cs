using System;
class Program {
    static object Parsed() { return "12"; }
    static void Main() {
        int n = Parsed(); // MISTAKE
        Console.WriteLine("past " + n);
    }
}
