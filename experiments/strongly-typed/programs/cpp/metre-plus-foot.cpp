#include <cstdio>
struct Metre { double n; };
struct Foot { double n; };
static Metre operator+(Metre a, Metre b) { return {a.n + b.n}; }
int main() {
    Metre sum = Metre{1} + Foot{1}; // MISTAKE
    std::printf("past %g\n", sum.n);
}
