#include <cstdio>
int main() {
    // UNDEFINED: a member of a union is read that was not the last one written (C++17 [class.union])
    union { float real; unsigned bits; } both = {1.0f};
    unsigned bits = both.bits; // MISTAKE
    std::printf("past %u\n", bits);
}
