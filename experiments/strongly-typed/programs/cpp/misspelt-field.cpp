#include <cstdio>
struct Line { int length; };
int main() {
    Line line{3};
    int length = line.lenght; // MISTAKE
    std::printf("past %d\n", length);
}
