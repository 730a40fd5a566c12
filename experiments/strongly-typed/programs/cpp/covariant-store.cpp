#include <any>
#include <cstdio>
#include <string>
#include <vector>
int main() {
    std::vector<std::string> texts{"x"};
    std::vector<std::any> &all = texts; // MISTAKE
    all[0] = 42;
    std::puts("past");
}
