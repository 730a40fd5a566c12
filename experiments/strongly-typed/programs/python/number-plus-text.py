total = 1 + "2"  # MISTAKE
print("past", total)
