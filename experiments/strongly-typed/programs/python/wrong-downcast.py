from typing import cast


class Animal:
    pass


class Dog(Animal):
    tricks: int = 1


dog = cast(Dog, Animal())  # MISTAKE
print("past", type(dog).__name__)
