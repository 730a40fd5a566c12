import json

n: int = json.loads('"12"')  # MISTAKE
print("past", n)
