private open class Animal
private class Dog : Animal() { val tricks = 1 }
fun main() {
    val animal = Animal()
    val dog = animal as Dog // MISTAKE
    println("past ${dog.tricks}")
}
