private class Metre(val n: Double) {
    operator fun plus(other: Metre) = Metre(n + other.n)
}
private class Foot(val n: Double)
fun main() {
    val sum = Metre(1.0) + Foot(1.0) // MISTAKE
    println("past ${sum.n}")
}
