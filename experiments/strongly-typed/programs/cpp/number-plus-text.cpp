#include <cstdio>
int main() {
    const char *sum = 1 + "2"; // MISTAKE
    std::printf("past \"%s\"\n", sum);
}
