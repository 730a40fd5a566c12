class Point:
    x: int = 1


p = Point()
p.norm()  # MISTAKE
print("past")
