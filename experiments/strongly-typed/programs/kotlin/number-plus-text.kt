fun main() {
    val sum = 1 + "2" // MISTAKE
    println("past $sum")
}
