def more(flag: bool) -> int:
    if flag:
        n = 1
    return n + 1  # MISTAKE


print("past", more(False))
