from typing import Any

texts: list[str] = []
anything: list[Any] = texts
anything.append(1)  # MISTAKE
print("past", texts)
