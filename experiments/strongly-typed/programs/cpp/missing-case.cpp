#include <cstdio>
enum class Colour { red, green, blue };
int main() {
    Colour colour = Colour::blue;
    const char *name = "none";
    switch (colour) { // MISTAKE
    case Colour::red: name = "red"; break;
    case Colour::green: name = "green"; break;
    }
    std::printf("past %s\n", name);
}
