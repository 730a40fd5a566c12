local sum = true + 1 -- MISTAKE
print("past", sum)
