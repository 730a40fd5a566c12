/*
 * A thread of C's in a program of another language, as libraries in C have that such a program loads. It reads variables, or
 * sets ever new ones, until the program ends. What it says, and its exit status, are those of child.c.
 *
 * Each language has its own way to begin it: Python calls by ctypes, Node.js and Java call what they look for in a library.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WRONG = 3, BROKEN = 5 };

static void wrong(const char *how)
{
    if (write(STDOUT_FILENO, how, strlen(how)) >= 0)
        _exit(WRONG);
    _exit(BROKEN);
}

static void *read_on(void *nothing)
{
    for (;;) {
        const char *value = getenv("MEASURED_ALWAYS");
        if (value == NULL)
            wrong("null\n");
        if (strcmp(value, "always the same") != 0 || getenv("MEASURED_NEVER") != NULL)
            wrong("torn\n");
    }
    return nothing;
}

static void *set_on(void *nothing)
{
    for (unsigned long count = 0;; count++) {
        char name[40];
        snprintf(name, sizeof name, "MEASURED_0_%lu", count);
        if (setenv(name, "a value", 1) != 0)
            _exit(BROKEN);
    }
    return nothing;
}

static void begin(void *(*thread_does)(void *))
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, thread_does, NULL) != 0)
        _exit(BROKEN);
}

/* By Python. */
void begin_reading(void)
{
    begin(read_on);
}

/* By Node.js, of an add-on. */
void *napi_register_module_v1(void *env, void *exports)
{
    (void)env;
    begin(read_on);
    return exports;
}

/* By Java, which asks for the version of its native interface that is needed: 1.8. Java sets no variable, so C does. */
int JNI_OnLoad(void *machine, void *reserved)
{
    (void)machine;
    (void)reserved;
    begin(set_on);
    return 0x00010008;
}
