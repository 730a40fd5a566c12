#include <stdio.h>
int main(void) {
    int equal = 12 == "12"; // MISTAKE
    printf("past %d\n", equal);
}
