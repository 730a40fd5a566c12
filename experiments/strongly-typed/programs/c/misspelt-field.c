#include <stdio.h>
struct line { int length; };
int main(void) {
    struct line line = { 3 };
    int length = line.lenght; // MISTAKE
    printf("past %d\n", length);
}
