#include <stdio.h>
int main(void) {
    int n = 2;
    if (n) puts("yes"); // MISTAKE
    puts("past");
}
