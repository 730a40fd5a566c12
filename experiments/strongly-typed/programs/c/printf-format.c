#include <stdio.h>
int main(void) {
    // UNDEFINED: the argument is not of the type that the conversion asks for (C17 7.21.6.1)
    printf("%d\n", "twelve"); // MISTAKE
    puts("past");
}
