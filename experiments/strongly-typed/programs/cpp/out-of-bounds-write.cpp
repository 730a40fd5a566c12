#include <cstdio>
#include <vector>
int main() {
    std::vector<int> a(3);
    volatile int i = 3;
    a[i] = 1; // MISTAKE
    std::printf("past %d\n", a[0]);
}
