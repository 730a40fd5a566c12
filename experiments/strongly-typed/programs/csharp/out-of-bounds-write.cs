using System;
class Program {
    static void Main() {
        var a = new int[3];
        a[3] = 1; // MISTAKE
        Console.WriteLine("past " + a[0]);
    }
}
