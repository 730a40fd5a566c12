class Line:
    length: int = 3


line = Line()
length = line.lenght  # MISTAKE
print("past", length)
