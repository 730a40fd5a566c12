numbers = [1, 2, 3, 4]
for n in numbers:
    numbers.remove(n)  # MISTAKE
print("past", numbers)
