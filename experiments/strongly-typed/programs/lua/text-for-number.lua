local function half(n) return n / 2 end
local n = half("12") -- MISTAKE
print("past", n)
