#include <stdio.h>
static void *parsed(void) { static char text[] = "1"; return text; }
int main(void) {
    int *n = parsed();
    int value = *n; // MISTAKE
    printf("past %d\n", value);
}
