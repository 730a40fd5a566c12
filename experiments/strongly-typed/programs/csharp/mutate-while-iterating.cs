using System;
using System.Collections.Generic;
class Program {
    static void Main() {
        var list = new List<int> { 1, 2, 3 };
        foreach (var n in list) { // MISTAKE
            if (n == 1) list.Add(n);
        }
        Console.WriteLine("past " + list.Count);
    }
}
