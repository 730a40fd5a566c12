local n
local more = n + 1 -- MISTAKE
print("past", more)
