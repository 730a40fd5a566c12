using System;
using System.Collections;
using System.Collections.Generic;
class Program {
    static void Main() {
        var texts = new List<string>();
        IList raw = texts;
        raw.Add(1); // MISTAKE
        Console.WriteLine("past " + texts.Count);
    }
}
