a = [0, 0, 0]
a[3] = 1  # MISTAKE
print("past", a)
