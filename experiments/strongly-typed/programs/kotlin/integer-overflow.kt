fun main() {
    val n = Int.MAX_VALUE
    val more = n + "1".toInt() // MISTAKE
    println("past $more")
}
