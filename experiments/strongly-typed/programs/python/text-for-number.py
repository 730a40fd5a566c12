def half(n: int) -> float:
    return n / 2


n = half("12")  # MISTAKE
print("past", n)
