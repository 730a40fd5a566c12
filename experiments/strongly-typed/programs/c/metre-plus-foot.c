#include <stdio.h>
struct metre { double n; };
struct foot { double n; };
static struct metre plus(struct metre a, struct metre b) { return (struct metre){ a.n + b.n }; }
int main(void) {
    struct metre metre = { 1 };
    struct foot foot = { 1 };
    struct metre sum = plus(metre, foot); // MISTAKE
    printf("past %g\n", sum.n);
}
