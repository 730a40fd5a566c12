#include <cstdio>
int main() {
    int n = 300;
    unsigned char byte = n; // MISTAKE
    std::printf("past %d\n", byte);
}
