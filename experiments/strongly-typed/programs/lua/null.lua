local function find() return nil end
local x = find().x -- MISTAKE
print("past", x)
