using System;
using System.Runtime.InteropServices;
[StructLayout(LayoutKind.Explicit)]
struct Both {
    [FieldOffset(0)] public float Real;
    [FieldOffset(0)] public uint Bits;
}
class Program {
    static void Main() {
        var both = new Both();
        both.Real = 1;
        uint bits = both.Bits; // MISTAKE
        Console.WriteLine("past " + bits);
    }
}
