using System;
using System.Threading;
class Program {
    static int n;
    static void Count() {
        for (int i = 0; i < 10000; i++) n++; // MISTAKE
    }
    static void Main() {
        var one = new Thread(Count);
        var two = new Thread(Count);
        one.Start();
        two.Start();
        one.Join();
        two.Join();
        Console.WriteLine("past " + n);
    }
}
