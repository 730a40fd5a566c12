#include <stdbool.h>
#include <stdio.h>
int main(void) {
    bool yes = true;
    int sum = yes + 1; // MISTAKE
    printf("past %d\n", sum);
}
