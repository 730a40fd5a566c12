local line = { length = 3 }
local length = line.lenght -- MISTAKE
print("past", length)
