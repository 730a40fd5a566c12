/*
 * One trial: threads that change the environment beside threads that read it, until something goes wrong or the time is
 * over. Or one thread alone, that tells its resident memory (`leak`) or how often the array of variables moves (`moves`).
 * Or threads that all read, which tell how many nanoseconds that took, by their mean (`cost`).
 *
 *   child PARENT READER WRITER FIX MILLISECONDS [CORES]
 *   child PARENT leak OPERATION CALLS...
 *   child PARENT moves WRITER CALLS
 *   child PARENT cost GUARD THREADS CALLS
 *   child PARENT version
 *   child PARENT exec PROGRAM WORD...
 *
 * A trial says `started 0`, and in the end how it went and after how many nanoseconds: `survived`, `null`, `torn`,
 * `unanswered`, `hung`, or the number of the signal that it dies by. Its exit status is 0, 3 (a wrong answer), 4 (threads
 * that do not end) or 5 (it could not even begin).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

enum { WRONG = 3, HUNG = 4, BROKEN = 5 };

/* In the environment that this program is started with, and never changed: every reader has to find it as it is. */
static const char ALWAYS[] = "MEASURED_ALWAYS";
static const char ALWAYS_VALUE[] = "always the same";
/* Never set. Whoever looks for it walks through all that is set, as libraries do for settings that few people use. */
static const char NEVER[] = "MEASURED_NEVER";
/* The variable whose value one writer replaces over and over: one of these two, and nothing between them, may be read. */
static const char REPLACED[] = "MEASURED_REPLACED";
static const char FIRST[] = "11111111111111111111111111111111";
static const char SECOND[] = "2222222222222222222222222222222222222222222222222222222222222222";

static atomic_int stop;
static atomic_int running;
static pthread_barrier_t start;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int locked;
static uint64_t started;

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* A line of a word and a number, by means that a signal handler may use, and whole: a pipe takes a short write at once. */
static void say(const char *word, uint64_t number)
{
    char line[64];
    size_t length = strlen(word);
    memcpy(line, word, length);
    line[length++] = ' ';
    char digits[20];
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0)
        line[length++] = digits[--count];
    line[length++] = '\n';
    if (write(STDOUT_FILENO, line, length) < 0)
        _exit(BROKEN);
}

static _Noreturn void broken(const char *what, int error)
{
    fprintf(stderr, "%s: %s\n", what, strerror(error));
    _exit(BROKEN);
}

static _Noreturn void wrong(const char *how)
{
    say(how, now() - started);
    _exit(WRONG);
}

/* Tells the time, and lets the signal do what it does without a handler. */
static void on_signal(int signal)
{
    const char *word = signal == SIGABRT ? "6" : signal == SIGBUS ? "7" : "11";
    say(word, now() - started);
}

static void enter(void)
{
    if (locked)
        pthread_mutex_lock(&lock);
}

static void leave(void)
{
    if (locked)
        pthread_mutex_unlock(&lock);
}

/* The readers: each does one thing once. */

static void read_always(void)
{
    enter();
    const char *value = getenv(ALWAYS);
    if (value == NULL)
        wrong("null");
    if (strcmp(value, ALWAYS_VALUE) != 0 || getenv(NEVER) != NULL)
        wrong("torn");
    leave();
}

static void read_replaced(void)
{
    enter();
    const char *value = getenv(REPLACED);
    if (value == NULL)
        wrong("null");
    /* A copy first, as any use of it is: what is compared is what was seen. */
    char seen[sizeof SECOND + 64];
    size_t length = 0;
    while (length < sizeof seen - 1 && value[length] != '\0') {
        seen[length] = value[length];
        length++;
    }
    seen[length] = '\0';
    if (strcmp(seen, FIRST) != 0 && strcmp(seen, SECOND) != 0)
        wrong("torn");
    leave();
}

static void read_clock(void)
{
    enter();
    time_t moment = 0;
    const struct tm *local = localtime(&moment);
    if (local == NULL)
        wrong("null");
    /* TZ says 5 hours and 43 minutes east of Greenwich, where no place on Earth is: a lost TZ shows in the answer. */
    if (local->tm_hour != 5 || local->tm_min != 43)
        wrong("torn");
    leave();
}

static void *resolve(void *nothing)
{
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    enter();
    int error = getaddrinfo("localhost", NULL, &hints, &found);
    if (error == 0 && found != NULL) {
        const struct sockaddr_in *address = (const struct sockaddr_in *)(const void *)found->ai_addr;
        if (ntohl(address->sin_addr.s_addr) >> 24 != 127)
            wrong("torn");
        freeaddrinfo(found);
    } else {
        wrong("unanswered");
    }
    leave();
    return nothing;
}

/* In a new thread each time: a thread reads the environment when it resolves its first name. */
static void resolve_anew(void)
{
    pthread_t thread;
    int error = pthread_create(&thread, NULL, resolve, NULL);
    if (error != 0)
        broken("pthread_create", error);
    pthread_join(thread, NULL);
}

/* `together` on one processor, or `apart`, each on one of its own; NULL where the scheduler is to choose. */
static const char *cores;
static atomic_int placed;

/* Each thread places itself. */
static void take_place(void)
{
    if (cores == NULL)
        return;
    cpu_set_t allowed, own;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        broken("sched_getaffinity", errno);
    int left = strcmp(cores, "apart") == 0 ? atomic_fetch_add(&placed, 1) : 0;
    for (int processor = 0; processor < CPU_SETSIZE; processor++) {
        if (!CPU_ISSET(processor, &allowed) || left-- > 0)
            continue;
        CPU_ZERO(&own);
        CPU_SET(processor, &own);
        if (sched_setaffinity(0, sizeof own, &own) != 0)
            broken("sched_setaffinity", errno);
        return;
    }
    broken("too few processors", EINVAL);
}

typedef void (*step_of)(void);

static void *read_on(void *step)
{
    step_of once = *(step_of *)step;
    take_place();
    pthread_barrier_wait(&start);
    while (!atomic_load_explicit(&stop, memory_order_relaxed))
        once();
    atomic_fetch_sub(&running, 1);
    return NULL;
}

/* The writers. `which` keeps the names of two of them apart. */

static void set(const char *name, const char *value)
{
    enter();
    if (setenv(name, value, 1) != 0)
        broken("setenv", errno);
    leave();
}

static void set_new_name(unsigned which, unsigned long count)
{
    char name[64];
    snprintf(name, sizeof name, "MEASURED_%u_%lu", which, count);
    set(name, "a value");
}

static void set_or_unset(unsigned which, unsigned long count)
{
    char name[64];
    snprintf(name, sizeof name, "MEASURED_%u_%lu", which, count % 8);
    if (count / 8 % 2 == 0) {
        set(name, "a value");
    } else {
        enter();
        unsetenv(name);
        leave();
    }
}

static void replace(unsigned which, unsigned long count)
{
    (void)which;
    set(REPLACED, count % 2 == 0 ? SECOND : FIRST);
}

typedef void (*change_of)(unsigned which, unsigned long count);

static change_of change_named(const char *writer)
{
    if (strcmp(writer, "new-names") == 0 || strcmp(writer, "two-writers") == 0)
        return set_new_name;
    if (strcmp(writer, "same-names") == 0)
        return set_or_unset;
    if (strcmp(writer, "replaced-value") == 0)
        return replace;
    broken(writer, EINVAL);
}

struct writer {
    change_of change;
    unsigned which;
};

static void *write_on(void *argument)
{
    const struct writer *writer = argument;
    take_place();
    pthread_barrier_wait(&start);
    for (unsigned long count = 0; !atomic_load_explicit(&stop, memory_order_relaxed); count++)
        writer->change(writer->which, count);
    atomic_fetch_sub(&running, 1);
    return NULL;
}

/* How often one thread alone finds the array of variables elsewhere after a change. The first changes do not count: the
 * array that the system gave the program is left at the very first one. */
static int count_moves(change_of change, unsigned long calls)
{
    unsigned long moves = 0;
    for (unsigned long count = 0; count < 16 + calls; count++) {
        char **before = environ;
        change(0, count);
        moves += count >= 16 && environ != before;
    }
    say("moves", moves);
    return 0;
}

/* The cost: a call of getenv for a name that is not set, which takes it along the whole array, with or without a lock. */

enum guard { NO_GUARD, MUTEX, READ_LOCK };

static enum guard guard;
static unsigned long calls_each;
/* Nanoseconds that all threads took, each by its own clock. */
static _Atomic uint64_t taken;
static pthread_rwlock_t read_lock = PTHREAD_RWLOCK_INITIALIZER;

static enum guard guard_named(const char *name)
{
    if (strcmp(name, "none") == 0)
        return NO_GUARD;
    if (strcmp(name, "mutex") == 0)
        return MUTEX;
    if (strcmp(name, "read-lock") == 0)
        return READ_LOCK;
    broken(name, EINVAL);
}

static void *read_often(void *nothing)
{
    take_place();
    pthread_barrier_wait(&start);
    uint64_t since = now();
    for (unsigned long count = 0; count < calls_each; count++) {
        if (guard == MUTEX)
            pthread_mutex_lock(&lock);
        else if (guard == READ_LOCK)
            pthread_rwlock_rdlock(&read_lock);
        if (getenv(NEVER) != NULL)
            broken(NEVER, EEXIST);
        if (guard == MUTEX)
            pthread_mutex_unlock(&lock);
        else if (guard == READ_LOCK)
            pthread_rwlock_unlock(&read_lock);
    }
    atomic_fetch_add(&taken, now() - since);
    return nothing;
}

static int cost(const char *guarded_by, unsigned threads, unsigned long calls)
{
    pthread_t all[2];
    if (threads < 1 || threads > sizeof all / sizeof *all)
        broken("threads", EINVAL);
    guard = guard_named(guarded_by);
    calls_each = calls;
    cores = "apart";
    pthread_barrier_init(&start, NULL, threads);
    for (unsigned each = 0; each < threads; each++) {
        int error = pthread_create(&all[each], NULL, read_often, NULL);
        if (error != 0)
            broken("pthread_create", error);
    }
    for (unsigned each = 0; each < threads; each++)
        pthread_join(all[each], NULL);
    say("cost", atomic_load(&taken) / threads);
    return 0;
}

/* The leak. */

static uint64_t resident(void)
{
    unsigned long all = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%lu %lu", &all, &resident) != 2)
        broken("/proc/self/statm", errno);
    fclose(file);
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void repeat(const char *operation, unsigned long count)
{
    char name[64] = "MEASURED_ONE", value[64];
    snprintf(value, sizeof value, "value number %020lu", count);
    if (strcmp(operation, "replace-with-known-values") == 0)
        snprintf(value, sizeof value, "value number %020lu", count % 8);
    else if (strcmp(operation, "new-names") == 0)
        snprintf(name, sizeof name, "MEASURED_%lu", count);
    else if (strcmp(operation, "replace-with-new-values") != 0 && strcmp(operation, "set-and-unset") != 0)
        broken(operation, EINVAL);
    set(name, value);
    if (strcmp(operation, "set-and-unset") == 0)
        unsetenv(name);
}

static int leak(const char *operation, char **marks)
{
    unsigned long count = 0;
    /* Once beforehand: what the C library needs for itself is no leak. */
    repeat(operation, count);
    resident();
    for (; *marks != NULL; marks++) {
        unsigned long mark = strtoul(*marks, NULL, 10);
        while (count < mark)
            repeat(operation, ++count);
        say("resident", resident());
    }
    return 0;
}

/*
 * All that outlives this process, or its parent, is prevented: a core file, and this process itself. Another program that it
 * becomes is dumpable again. With a limit of one byte the system writes no core file either, and starts no program that takes
 * it through a pipe, as it would with a limit of none (do_coredump in Linux's fs/coredump.c).
 */
static void be_harmless(long parent)
{
    struct rlimit core;
    if (getrlimit(RLIMIT_CORE, &core) != 0)
        broken("getrlimit", errno);
    core.rlim_cur = core.rlim_max = core.rlim_max == 0 ? 0 : 1;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_DUMPABLE, 0) != 0 || setrlimit(RLIMIT_CORE, &core) != 0)
        broken("prctl", errno);
    if (getppid() != parent)
        _exit(BROKEN);
}

static void tell_the_time_of_death(void)
{
    const struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND};
    const int deadly[] = {SIGSEGV, SIGBUS, SIGABRT};
    for (size_t each = 0; each < sizeof deadly / sizeof *deadly; each++)
        sigaction(deadly[each], &action, NULL);
}

static int trial(const char *reader, const char *writer, const char *fix, long milliseconds)
{
    static step_of reads;
    static struct writer writers[2] = {{NULL, 0}, {NULL, 1}};
    int readers_count = strcmp(reader, "none") != 0, writers_count = 1;
    locked = strcmp(fix, "lock") == 0;
    writers[0].change = writers[1].change = change_named(writer);
    if (strcmp(writer, "two-writers") == 0)
        writers_count = 2;
    if (strcmp(reader, "getenv") == 0)
        reads = strcmp(writer, "replaced-value") == 0 ? read_replaced : read_always;
    else if (strcmp(reader, "localtime") == 0)
        reads = read_clock;
    else if (strcmp(reader, "getaddrinfo") == 0)
        reads = resolve_anew;
    else if (readers_count != 0)
        broken(reader, EINVAL);

    if (getenv(ALWAYS) == NULL || getenv(REPLACED) == NULL || getenv("TZ") == NULL)
        broken("the environment", ENOENT);
    int threads = readers_count + writers_count;
    atomic_store(&running, threads);
    pthread_barrier_init(&start, NULL, (unsigned)threads + 1);
    for (int each = 0; each < threads; each++) {
        pthread_t thread;
        int writes = each < writers_count;
        int error = writes ? pthread_create(&thread, NULL, write_on, &writers[each])
                           : pthread_create(&thread, NULL, read_on, &reads);
        if (error != 0)
            broken("pthread_create", error);
    }
    tell_the_time_of_death();
    started = now();
    say("started", 0);
    pthread_barrier_wait(&start);
    struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    while (nanosleep(&limit, &limit) != 0)
        ;
    atomic_store(&stop, 1);
    uint64_t survived = now() - started;
    /* Two seconds to end: who needs more, hangs. */
    for (int waited = 0; atomic_load(&running) > 0; waited++) {
        if (waited == 20000) {
            say("hung", survived);
            _exit(HUNG);
        }
        const struct timespec moment = {0, 100000};
        nanosleep(&moment, NULL);
    }
    say("survived", survived);
    _exit(0);
}

int main(int count, char **words)
{
    if (count < 3)
        broken("child", EINVAL);
    be_harmless(strtol(words[1], NULL, 10));
#ifdef __GLIBC__
    if (strcmp(words[2], "version") == 0)
        return printf("glibc %s\n", gnu_get_libc_version()) < 0;
#endif
    if (count > 3 && strcmp(words[2], "exec") == 0) {
        execv(words[3], words + 3);
        broken(words[3], errno);
    }
    if (count < 5)
        broken("child", EINVAL);
    if (strcmp(words[2], "leak") == 0)
        return leak(words[3], words + 4);
    if (strcmp(words[2], "moves") == 0)
        return count_moves(change_named(words[3]), strtoul(words[4], NULL, 10));
    if (count == 6 && strcmp(words[2], "cost") == 0)
        return cost(words[3], (unsigned)strtoul(words[4], NULL, 10), strtoul(words[5], NULL, 10));
    if (count == 7 && (strcmp(words[6], "together") == 0 || strcmp(words[6], "apart") == 0))
        cores = words[6];
    else if (count != 6)
        broken("child", EINVAL);
    return trial(words[2], words[3], words[4], strtol(words[5], NULL, 10));
}
