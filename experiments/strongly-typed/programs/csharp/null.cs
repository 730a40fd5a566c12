using System;
class Point { public int X = 1; }
class Program {
    static Point Find() { return null; }
    static void Main() {
        int x = Find().X; // MISTAKE
        Console.WriteLine("past " + x);
    }
}
