total = True + 1  # MISTAKE
print("past", total)
