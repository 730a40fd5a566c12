#include <cstdio>
struct Animal { int legs = 4; };
struct Dog : Animal { int tricks = 1; };
int main() {
    Animal *animal = new Animal;
    Dog *dog = static_cast<Dog *>(animal);
    int tricks = dog->tricks; // MISTAKE
    std::printf("past %d\n", tricks);
}
