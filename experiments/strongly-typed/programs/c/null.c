#include <stdio.h>
struct point { int x; };
static struct point *find(void) { return NULL; }
int main(void) {
    int x = find()->x; // MISTAKE
    printf("past %d\n", x);
}
