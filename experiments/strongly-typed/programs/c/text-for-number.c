#include <stdio.h>
static int half(int n) { return n / 2; }
int main(void) {
    // UNDEFINED: an int cannot hold the address that it is made of (C17 6.3.2.3)
    int n = half("12"); // MISTAKE
    printf("past %d\n", n);
}
