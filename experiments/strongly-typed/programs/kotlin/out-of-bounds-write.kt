fun main() {
    val a = IntArray(3)
    a[3] = 1 // MISTAKE
    println("past ${a[0]}")
}
