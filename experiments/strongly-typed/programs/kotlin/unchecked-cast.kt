fun <T> cast(value: Any): T = value as T // MISTAKE
fun main() {
    val n: Int = cast("12")
    println("past, is 12: ${n == 12}")
}
