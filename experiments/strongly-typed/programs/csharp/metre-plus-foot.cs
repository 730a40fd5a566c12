using System;
struct Metre {
    public double N;
    public static Metre operator +(Metre a, Metre b) { return new Metre { N = a.N + b.N }; }
}
struct Foot { public double N; }
class Program {
    static void Main() {
        var sum = new Metre { N = 1 } + new Foot { N = 1 }; // MISTAKE
        Console.WriteLine("past " + sum.N);
    }
}
