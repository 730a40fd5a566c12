local n = math.maxinteger
local more = n + 1 -- MISTAKE
print("past", more)
