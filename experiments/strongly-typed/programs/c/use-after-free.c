#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *n = calloc(1, sizeof *n);
    free(n);
    int value = *n; // MISTAKE
    printf("past %d\n", value);
}
