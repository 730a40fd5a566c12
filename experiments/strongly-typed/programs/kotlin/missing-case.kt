private enum class Colour { RED, GREEN, BLUE }
fun main() {
    val colour = Colour.valueOf("BLUE")
    val name = when (colour) { // MISTAKE
        Colour.RED -> "red"
        Colour.GREEN -> "green"
    }
    println("past $name")
}
