/* Connects to an address and lets the kernel notice when the peer is gone. Holds the connection until standard input ends. */
#include <netdb.h>
#include <stdio.h>
#include <unistd.h>

/* begin */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

static int set(int fd, int level, int option, int value) {
    return setsockopt(fd, level, option, &value, sizeof value);
}

/* Before or after connecting. 0, or -1 with errno. */
int notice_a_lost_peer(int fd) {
    const int idle_s = 15, interval_s = 15, probes = 5;
    const int user_timeout_ms = 90000;

    if (set(fd, SOL_SOCKET, SO_KEEPALIVE, 1) < 0 ||
        set(fd, IPPROTO_TCP, TCP_KEEPIDLE, idle_s) < 0 ||
        set(fd, IPPROTO_TCP, TCP_KEEPINTVL, interval_s) < 0 ||
        set(fd, IPPROTO_TCP, TCP_KEEPCNT, probes) < 0)
        return -1;
    return set(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, user_timeout_ms);
}
/* end */

int main(int count, char **arguments) {
    if (count != 3) return fprintf(stderr, "usage: recipe HOST PORT\n"), 2;
    const struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *address;
    const int unknown = getaddrinfo(arguments[1], arguments[2], &wanted, &address);
    if (unknown) return fprintf(stderr, "%s\n", gai_strerror(unknown)), 1;

    const int fd = socket(address->ai_family, address->ai_socktype, address->ai_protocol);
    if (fd < 0) return perror("socket"), 1;
    /* Set before connecting, the user timeout bounds that too. */
    if (notice_a_lost_peer(fd) < 0) return perror("setsockopt"), 1;
    if (connect(fd, address->ai_addr, address->ai_addrlen) < 0) return perror("connect"), 1;
    freeaddrinfo(address);

    puts("set");
    fflush(stdout);
    while (getchar() != EOF) {
    }
    return close(fd);
}
