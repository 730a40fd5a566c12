#include <cstdio>
static int half(int n) { return n / 2; }
int main() {
    int n = half("12"); // MISTAKE
    std::printf("past %d\n", n);
}
