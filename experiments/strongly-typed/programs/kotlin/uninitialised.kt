fun main() {
    val n: Int
    println("past $n") // MISTAKE
}
