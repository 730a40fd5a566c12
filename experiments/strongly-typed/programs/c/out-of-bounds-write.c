#include <stdio.h>
int main(void) {
    int a[3] = { 0 };
    volatile int i = 3;
    a[i] = 1; // MISTAKE
    printf("past %d\n", a[0]);
}
