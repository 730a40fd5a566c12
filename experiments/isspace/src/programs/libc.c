/* What the C library calls a space.
 *
 *   locales    for each locale named on standard input: the bytes for which isspace() is true, and the code points for
 *              which iswspace() is
 *   wide       every code point for which iswspace() is true, in the C locale and in one of UTF-8
 *
 * (isspace) in parentheses is the function itself: a macro may have a table of its own.
 */
#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#if defined(__APPLE__)
#include <sys/sysctl.h>
#elif defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

static void print_library(void) {
#if defined(__APPLE__)
    char version[64] = "unknown";
    size_t size = sizeof version;
    sysctlbyname("kern.osproductversion", version, &size, NULL, 0);
    printf("library macos\nversion %s\n", version);
#elif defined(__GLIBC__)
    printf("library glibc\nversion %s\n", gnu_get_libc_version());
#else
    /* musl has neither a macro nor a function that tells. */
    printf("library musl\nversion unknown\n");
#endif
}

static void print_code_points(void) {
    for (wint_t code_point = 0; code_point <= 0x10FFFF; code_point++) {
        if ((iswspace)(code_point)) printf(" %lx", (unsigned long)code_point);
    }
    printf("\n");
}

static void print_locale(const char *name) {
    if (setlocale(LC_CTYPE, name) == NULL) {
        printf("refused %s\n", name);
        return;
    }
    const char *charmap = nl_langinfo(CODESET);
    printf("locale %s %s %d", name, *charmap == 0 ? "-" : charmap, (isspace)(EOF) != 0);
    for (int byte = 0; byte <= 255; byte++) {
        if ((isspace)(byte)) printf(" %x", byte);
    }
    printf("\nwide");
    print_code_points();
}

static void print_wide(const char *id, const char *const *names) {
    while (*names != NULL && setlocale(LC_CTYPE, *names) == NULL) names++;
    if (*names == NULL) return;
    printf("%s 110000", id);
    print_code_points();
}

int main(int count, char **words) {
    static const char *const c[] = {"C", NULL};
    static const char *const utf8[] = {"C.UTF-8", "en_US.UTF-8", "UTF-8", NULL};
    if (count != 2) return 2;
    print_library();
    if (strcmp(words[1], "wide") == 0) {
        print_wide("iswspace-c", c);
        print_wide("iswspace-utf8", utf8);
    } else {
        char name[256];
        while (fgets(name, sizeof name, stdin) != NULL) {
            name[strcspn(name, "\n")] = 0;
            print_locale(name);
        }
    }
    printf("end\n");
    return 0;
}
