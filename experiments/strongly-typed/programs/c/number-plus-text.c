#include <stdio.h>
int main(void) {
    const char *sum = 1 + "2"; // MISTAKE
    printf("past \"%s\"\n", sum);
}
