#include <stdio.h>
struct point { int x; };
int main(void) {
    struct point p = { 1 };
    p.norm(); // MISTAKE
    puts("past");
}
