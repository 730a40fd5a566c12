local list = { 1, 2, 3 }
for _, n in ipairs(list) do
  if #list < 6 then list[#list + 1] = n end -- MISTAKE
end
print("past", #list)
