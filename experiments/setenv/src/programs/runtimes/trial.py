"""One trial in Python: the main thread sets ever new variables beside others that read, until something goes wrong or the
time is over. What it says, and its exit status, are those of child.c.

    trial.py READER MILLISECONDS LIBRARY
"""

import ctypes
import os
import socket
import sys
import threading
import time

WRONG, BROKEN = 3, 5
# Requests at once, as a server has them.
RESOLVERS_AT_ONCE = 16

stop = False


def say(word):
    os.write(1, f"{word}\n".encode())


def wrong(how):
    say(how)
    os._exit(WRONG)


def read_own():
    while not stop:
        value = os.environ.get("MEASURED_ALWAYS")
        if value is None:
            wrong("null")
        if value != "always the same" or "MEASURED_NEVER" in os.environ:
            wrong("torn")


def resolve():
    try:
        socket.getaddrinfo("localhost", None)
    except OSError:
        wrong("unanswered")


def resolve_anew():
    """In a new thread each time, since a thread reads the environment when it resolves its first name."""
    while not stop:
        thread = threading.Thread(target=resolve, daemon=True)
        thread.start()
        thread.join()


def main(reader, milliseconds, library):
    global stop
    loaded = ctypes.CDLL(library)
    # Python lets one thread run for 5 ms until another may; the trial has but some of those.
    sys.setswitchinterval(1e-5)
    reads = {"own": [read_own], "resolver": [resolve_anew] * RESOLVERS_AT_ONCE, "c-getenv": []}[reader]
    say("started")
    if reader == "c-getenv":
        loaded.begin_reading()
    for read in reads:
        threading.Thread(target=read, daemon=True).start()
    end = time.monotonic() + milliseconds / 1000
    count = 0
    while time.monotonic() < end:
        os.environ[f"MEASURED_0_{count}"] = "a value"
        count += 1
    stop = True
    say("survived")
    # Threads end with the process.
    os._exit(0)


try:
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
except Exception as why:
    say(why)
    os._exit(BROKEN)
