#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *list = calloc(3, sizeof *list), sum = 0;
    int *end = list + 3;
    for (int *n = list; n != end; n++) {
        sum += *n; // MISTAKE
        if (n == list) list = realloc(list, 100000 * sizeof *list);
    }
    printf("past %d\n", sum);
}
