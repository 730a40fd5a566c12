class Metre:
    def __init__(self, n: float) -> None:
        self.n = n

    def __add__(self, other: "Metre") -> "Metre":
        return Metre(self.n + other.n)


class Foot:
    def __init__(self, n: float) -> None:
        self.n = n


total = Metre(1) + Foot(1)  # MISTAKE
print("past", total.n)
