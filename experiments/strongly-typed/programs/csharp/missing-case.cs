using System;
enum Colour { Red, Green, Blue }
class Program {
    static void Main() {
        var colour = Colour.Blue;
        var name = "none";
        switch (colour) { // MISTAKE
            case Colour.Red: name = "red"; break;
            case Colour.Green: name = "green"; break;
        }
        Console.WriteLine("past " + name);
    }
}
