#include <cstdio>
int main() {
    bool equal = 12 == "12"; // MISTAKE
    std::printf("past %d\n", equal);
}
