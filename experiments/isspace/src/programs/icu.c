/* What ICU calls a space, whatever version of it is here: found by dlopen(), as its functions carry the version in their
 * names (u_isspace_72). Without its headers: their signatures are part of its stable interface. */
#include <dlfcn.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>

typedef int8_t predicate(int32_t code_point);
typedef void version_of(uint8_t *version);
typedef void version_text(const uint8_t *version, char *text);
typedef void set_default(const char *locale, int *status);

static void *library;
static char suffix[8];

static void *function(const char *name) {
    char symbol[64];
    snprintf(symbol, sizeof symbol, "%s%s", name, suffix);
    return dlsym(library, symbol);
}

static int open_library(void) {
    char file[64];
    for (int version = 99; version >= 49; version--) {
        snprintf(file, sizeof file, "libicuuc.so.%d", version);
        if ((library = dlopen(file, RTLD_NOW)) != NULL) {
            snprintf(suffix, sizeof suffix, "_%d", version);
            return 1;
        }
    }
    /* A Mac's own, without versions in its names. */
    return (library = dlopen("/usr/lib/libicucore.dylib", RTLD_NOW)) != NULL;
}

static void print_version(const char *key, const char *getter) {
    uint8_t version[4];
    char text[20];
    ((version_of *)function(getter))(version);
    ((version_text *)function("u_versionToString"))(version, text);
    printf("%s %s\n", key, text);
}

static void print_spaces(const char *id, const char *name) {
    predicate *is_space = (predicate *)function(name);
    printf("%s 110000", id);
    for (int32_t code_point = 0; code_point <= 0x10FFFF; code_point++) {
        if (is_space(code_point)) printf(" %lx", (unsigned long)code_point);
    }
    printf("\n");
}

int main(void) {
    static const char *const needed[] = {
        "u_getVersion", "u_getUnicodeVersion", "u_versionToString", "u_isspace", "u_isUWhiteSpace", "uloc_setDefault"};
    if (!open_library()) return 3;
    for (unsigned i = 0; i < sizeof needed / sizeof *needed; i++) {
        if (function(needed[i]) == NULL) return 4;
    }
    print_version("version", "u_getVersion");
    print_version("unicode", "u_getUnicodeVersion");
    print_spaces("icu-u-isspace", "u_isspace");
    print_spaces("icu-u-isuwhitespace", "u_isUWhiteSpace");
    /* Its answer must not depend on the locale: neither on C's nor on its own. */
    int status = 0;
    ((set_default *)function("uloc_setDefault"))("tr_TR", &status);
    setlocale(LC_ALL, "C.UTF-8");
    print_spaces("icu-u-isspace-elsewhere", "u_isspace");
    printf("end\n");
    return status > 0;
}
