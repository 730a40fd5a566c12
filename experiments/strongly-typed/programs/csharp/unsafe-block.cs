using System;
class Program {
    static unsafe void Main() {
        string text = "12";
        fixed (char* start = text) {
            int n = *(int*)start; // MISTAKE
            Console.WriteLine("past, is 12: " + (n == 12));
        }
    }
}
