from enum import Enum


class Colour(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


def name(colour: Colour) -> str:  # MISTAKE
    match colour:
        case Colour.RED:
            return "red"
        case Colour.GREEN:
            return "green"


print("past", name(Colour.BLUE))
