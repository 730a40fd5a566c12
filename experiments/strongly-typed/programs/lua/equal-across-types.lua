local equal = 12 == "12" -- MISTAKE
print("past", equal)
