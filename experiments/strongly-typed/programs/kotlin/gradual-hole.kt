private fun parsed(): Any = "12"
fun main() {
    val n: Int = parsed() // MISTAKE
    println("past $n")
}
