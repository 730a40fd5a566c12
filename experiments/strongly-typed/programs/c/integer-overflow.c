#include <limits.h>
#include <stdio.h>
int main(void) {
    volatile int n = INT_MAX;
    int more = n + 1; // MISTAKE
    printf("past %d\n", more);
}
