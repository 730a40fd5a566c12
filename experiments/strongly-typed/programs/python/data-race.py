import threading

n = 0


def count() -> None:
    global n
    for _ in range(10000):
        n += 1  # MISTAKE


threads = [threading.Thread(target=count) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("past", n)
