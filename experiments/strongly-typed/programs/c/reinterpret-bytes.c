#include <stdio.h>
int main(void) {
    union { float real; unsigned bits; } both = { 1.0f };
    unsigned bits = both.bits; // MISTAKE
    printf("past %u\n", bits);
}
