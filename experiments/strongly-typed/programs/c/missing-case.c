#include <stdio.h>
enum colour { RED, GREEN, BLUE };
int main(void) {
    enum colour colour = BLUE;
    const char *name = "none";
    switch (colour) { // MISTAKE
    case RED: name = "red"; break;
    case GREEN: name = "green"; break;
    }
    printf("past %s\n", name);
}
