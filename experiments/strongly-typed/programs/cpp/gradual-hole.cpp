#include <any>
#include <cstdio>
#include <string>
int main() {
    std::any parsed = std::string("12");
    int n = parsed; // MISTAKE
    std::printf("past %d\n", n);
}
