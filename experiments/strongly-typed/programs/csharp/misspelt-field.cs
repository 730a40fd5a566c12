using System;
class Line { public int Length = 3; }
class Program {
    static void Main() {
        var line = new Line();
        Console.WriteLine("past " + line.Lenght); // MISTAKE
    }
}
