#include <climits>
#include <cstdio>
int main() {
    volatile int n = INT_MAX;
    int more = n + 1; // MISTAKE
    std::printf("past %d\n", more);
}
