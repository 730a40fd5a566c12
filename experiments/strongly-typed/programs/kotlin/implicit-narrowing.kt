fun main() {
    val n = "300".toInt()
    val b: Byte = n // MISTAKE
    println("past $b")
}
