class Point:
    x: int = 1


def find() -> Point | None:
    return None


x = find().x  # MISTAKE
print("past", x)
