#include <cstdio>
int main() {
    // UNDEFINED: the value is indeterminate (C++17 [dcl.init])
    int n;
    std::printf("past %d\n", n); // MISTAKE
}
