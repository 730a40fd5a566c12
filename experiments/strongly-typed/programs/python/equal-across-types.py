n: int = 12
equal = n == "12"  # MISTAKE
print("past", equal)
