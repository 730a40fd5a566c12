#include <stdio.h>
int main(void) {
    // UNDEFINED: its value is indeterminate, and its address never taken (C17 6.3.2.1)
    int n;
    printf("past %d\n", n); // MISTAKE
}
