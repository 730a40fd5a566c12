#include <stdio.h>
struct point { int x; };
int main(void) {
    struct point point = { 1 };
    struct point *p = &point;
    int x = p.x; // MISTAKE
    printf("past %d\n", x);
}
