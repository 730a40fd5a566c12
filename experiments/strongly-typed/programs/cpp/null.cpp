#include <cstdio>
#include <memory>
struct Point { int x; };
static std::unique_ptr<Point> find() { return nullptr; }
int main() {
    int x = find().get()->x; // MISTAKE
    std::printf("past %d\n", x);
}
