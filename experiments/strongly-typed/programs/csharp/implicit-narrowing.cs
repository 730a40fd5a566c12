using System;
class Program {
    static void Main() {
        int n = int.Parse("300");
        byte b = n; // MISTAKE
        Console.WriteLine("past " + b);
    }
}
