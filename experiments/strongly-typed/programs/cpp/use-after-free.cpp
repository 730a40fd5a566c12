#include <cstdio>
#include <memory>
int main() {
    auto owner = std::make_unique<int>(1);
    int &n = *owner;
    owner.reset();
    int value = n; // MISTAKE
    std::printf("past %d\n", value);
}
