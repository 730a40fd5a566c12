#include <cstdio>
#include <string>
int main() {
    std::string text = "12";
    // UNDEFINED: an object is read as a type that it is not (C++17 [basic.lval])
    int n = *reinterpret_cast<int *>(&text); // MISTAKE
    std::printf("past, is 12: %s\n", n == 12 ? "true" : "false");
}
