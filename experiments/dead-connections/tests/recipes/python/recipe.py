"""Connects to an address and lets the kernel notice when the peer is gone. Holds the connection until standard input ends."""

import sys

# begin
import socket


def notice_a_lost_peer(connection, idle_s=15, interval_s=15, probes=5, user_timeout_ms=90_000):
    """On a socket that is connected, accepted or not yet either."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, idle_s)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, interval_s)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, probes)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, user_timeout_ms)
# end


def main():
    host, port = sys.argv[1:]
    with socket.socket() as connection:
        notice_a_lost_peer(connection)
        connection.connect((host, int(port)))
        print("set", flush=True)
        sys.stdin.read()


main()
