"""Connects to an address and lets the kernel notice when the peer is gone. Holds the connection until standard input ends."""

import sys

# begin
import socket


IDLE_S = 15
INTERVAL_S = 15
PROBES = 5
USER_TIMEOUT_MS = 90_000

OPTIONS = [
    (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, IDLE_S),
    (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, INTERVAL_S),
    (socket.IPPROTO_TCP, socket.TCP_KEEPCNT, PROBES),
    (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, USER_TIMEOUT_MS),
]


def notice_a_lost_peer(connection):
    """Before or after connecting."""
    for level, option, value in OPTIONS:
        connection.setsockopt(level, option, value)
# end


def main():
    host, port = sys.argv[1:]
    with socket.socket() as connection:
        notice_a_lost_peer(connection)
        connection.connect((host, int(port)))
        print("set", flush=True)
        sys.stdin.read()


main()
