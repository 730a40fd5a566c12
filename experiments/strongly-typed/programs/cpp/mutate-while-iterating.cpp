#include <cstdio>
#include <vector>
int main() {
    std::vector<int> list{1, 2, 3};
    int sum = 0;
    for (int n : list) { // MISTAKE
        sum += n;
        if (n == 1) list.push_back(4);
    }
    std::printf("past %d\n", sum);
}
