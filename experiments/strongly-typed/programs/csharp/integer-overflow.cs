using System;
class Program {
    static void Main() {
        int n = int.MaxValue;
        int more = n + 1; // MISTAKE
        Console.WriteLine("past " + more);
    }
}
