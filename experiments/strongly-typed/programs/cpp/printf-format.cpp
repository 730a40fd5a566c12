#include <cstdio>
int main() {
    // UNDEFINED: the argument is not of the type that the conversion asks for (C17 7.21.6.1)
    std::printf("%d\n", "twelve"); // MISTAKE
    std::puts("past");
}
