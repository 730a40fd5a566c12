texts: list[str] = ["x"]
everything: list[object] = texts  # MISTAKE
everything[0] = 42
print("past", texts)
