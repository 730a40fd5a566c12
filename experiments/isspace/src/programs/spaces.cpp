// What C++ calls a space.
#include <cstdio>
#include <locale>
#include <regex>

template <typename IsSpace> static void print_spaces(const char *id, unsigned long count, IsSpace is_space) {
    std::printf("%s %lx", id, count);
    for (unsigned long each = 0; each < count; each++) {
        if (is_space(each)) std::printf(" %lx", each);
    }
    std::printf("\n");
}

int main() {
#if defined(_LIBCPP_VERSION)
    std::printf("version libc++ %d\n", _LIBCPP_VERSION);
#elif defined(_GLIBCXX_RELEASE)
    std::printf("version libstdc++ %d\n", _GLIBCXX_RELEASE);
#else
    std::printf("version unknown\n");
#endif
    const std::locale c("C"), utf8("C.UTF-8");
    print_spaces("cpp-isspace-char-c", 0x100, [&](unsigned long byte) { return std::isspace(static_cast<char>(byte), c); });
    print_spaces("cpp-isspace-char-utf8", 0x100, [&](unsigned long byte) { return std::isspace(static_cast<char>(byte), utf8); });
    print_spaces("cpp-isspace-wide-c", 0x110000, [&](unsigned long each) { return std::isspace(static_cast<wchar_t>(each), c); });
    print_spaces("cpp-isspace-wide-utf8", 0x110000, [&](unsigned long each) { return std::isspace(static_cast<wchar_t>(each), utf8); });
    std::wregex space;
    space.imbue(utf8);
    space.assign(L"\\s");
    print_spaces("cpp-regex-utf8", 0x110000, [&](unsigned long each) {
        const wchar_t text = static_cast<wchar_t>(each);
        return std::regex_match(&text, &text + 1, space);
    });
    std::printf("end\n");
}
