private class Point(val x: Int)
private fun find(): Point? = null
fun main() {
    val x = find().x // MISTAKE
    println("past $x")
}
