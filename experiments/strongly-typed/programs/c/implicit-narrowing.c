#include <stdio.h>
int main(void) {
    int n = 300;
    unsigned char byte = n; // MISTAKE
    printf("past %d\n", byte);
}
