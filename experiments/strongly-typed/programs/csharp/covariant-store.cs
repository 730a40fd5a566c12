using System;
class Program {
    static void Main() {
        string[] texts = { "x" };
        object[] all = texts;
        all[0] = 42; // MISTAKE
        Console.WriteLine("past " + texts[0]);
    }
}
