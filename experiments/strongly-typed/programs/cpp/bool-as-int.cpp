#include <cstdio>
int main() {
    bool yes = true;
    int sum = yes + 1; // MISTAKE
    std::printf("past %d\n", sum);
}
