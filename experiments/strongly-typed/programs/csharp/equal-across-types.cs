using System;
class Program {
    static void Main() {
        bool equal = 12 == "12"; // MISTAKE
        Console.WriteLine("past " + equal);
    }
}
