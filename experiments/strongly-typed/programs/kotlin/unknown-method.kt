private class Point(val x: Int)
fun main() {
    val p = Point(1)
    p.norm() // MISTAKE
    println("past ${p.x}")
}
