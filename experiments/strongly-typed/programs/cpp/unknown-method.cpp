#include <cstdio>
struct Point { int x; };
int main() {
    Point p{1};
    p.norm(); // MISTAKE
    std::puts("past");
}
