print(string.format("%d", "twelve")) -- MISTAKE
print("past")
