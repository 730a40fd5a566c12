#include <cstdio>
#include <string>
#include <vector>
template <typename T> void add(std::vector<T> &list, T item) { list.push_back(item); }
int main() {
    std::vector<std::string> texts;
    add<int>(texts, 1); // MISTAKE
    std::puts("past");
}
