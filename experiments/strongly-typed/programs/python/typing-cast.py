from typing import cast

n = cast(int, "12")  # MISTAKE
print("past, is 12:", n == 12)
