print("%d" % "twelve")  # MISTAKE
print("past")
