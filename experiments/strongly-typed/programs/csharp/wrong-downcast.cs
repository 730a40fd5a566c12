using System;
class Animal {}
class Dog : Animal { public int Tricks = 1; }
class Program {
    static void Main() {
        Animal animal = new Animal();
        Dog dog = (Dog)animal; // MISTAKE
        Console.WriteLine("past " + dog.Tricks);
    }
}
