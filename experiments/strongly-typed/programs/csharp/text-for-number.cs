using System;
class Program {
    static int Half(int n) { return n / 2; }
    static void Main() {
        int n = Half("12"); // MISTAKE
        Console.WriteLine("past " + n);
    }
}
