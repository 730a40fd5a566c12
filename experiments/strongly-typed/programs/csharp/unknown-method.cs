using System;
class Point { public int X = 1; }
class Program {
    static void Main() {
        var p = new Point();
        p.Norm(); // MISTAKE
        Console.WriteLine("past");
    }
}
