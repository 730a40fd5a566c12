fun main() {
    val sum = true + 1 // MISTAKE
    println("past $sum")
}
