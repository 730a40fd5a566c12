#include <stdio.h>
#include <stdlib.h>
struct animal { int legs; };
struct dog { struct animal animal; int tricks; };
int main(void) {
    struct animal *animal = calloc(1, sizeof *animal);
    void *any = animal;
    struct dog *dog = any;
    int tricks = dog->tricks; // MISTAKE
    printf("past %d\n", tricks);
}
