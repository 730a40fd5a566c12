local p = { x = 1 }
p:norm() -- MISTAKE
print("past")
