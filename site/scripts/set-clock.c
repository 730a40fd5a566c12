// Preloaded into a program (LD_PRELOAD, ld.so(8)), gives it a time of day that a test sets: the machine's, and so many seconds more as the
// file CLOCK_OFFSET holds at the moment, an int64_t. Its other clocks, and those of the machine, stay as they are.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>

static int64_t none;
static volatile int64_t *offset = &none;

__attribute__((constructor)) static void map_offset(void) {
  int file = open(getenv("CLOCK_OFFSET"), O_RDONLY | O_CLOEXEC);
  void *mapped = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) offset = mapped;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (real == NULL) real = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, time);
  if (clock == CLOCK_REALTIME) time->tv_sec += *offset;
  return result;
}

// The kernel stamps messages and packets with the time of day (SO_TIMESTAMPNS, socket(7)).
ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
  static ssize_t (*real)(int, struct msghdr *, int);
  if (real == NULL) real = dlsym(RTLD_NEXT, "recvmsg");
  ssize_t result = real(socket, message, flags);
  if (result < 0) return result;
  for (struct cmsghdr *control = CMSG_FIRSTHDR(message); control != NULL; control = CMSG_NXTHDR(message, control)) {
    if (control->cmsg_level != SOL_SOCKET || control->cmsg_type != SO_TIMESTAMPNS) continue;
    struct timespec time;
    memcpy(&time, CMSG_DATA(control), sizeof time);
    time.tv_sec += *offset;
    memcpy(CMSG_DATA(control), &time, sizeof time);
  }
  return result;
}
