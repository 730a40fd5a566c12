#include <cstdio>
#include <thread>
static int n;
static void count() {
    for (int i = 0; i < 10000; i++) n++; // MISTAKE
}
int main() {
    std::thread one(count), two(count);
    one.join();
    two.join();
    std::printf("past %d\n", n);
}
