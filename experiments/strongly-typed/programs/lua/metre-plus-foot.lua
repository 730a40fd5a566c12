local Metre = {}
local function metre(n) return setmetatable({ n = n }, Metre) end
Metre.__add = function(a, b) return metre(a.n + b.n) end
local foot = { n = 1 }
local sum = metre(1) + foot -- MISTAKE
print("past", sum.n)
