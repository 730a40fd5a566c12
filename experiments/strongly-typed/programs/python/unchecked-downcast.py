class Animal:
    pass


class Dog(Animal):
    pass


animal = Animal()
dog: Dog = animal  # MISTAKE
print("past", dog)
