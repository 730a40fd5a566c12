fun half(n: Int) = n / 2
fun main() {
    val n = half("12") // MISTAKE
    println("past $n")
}
