private class Line(val length: Int)
fun main() {
    val line = Line(3)
    println("past ${line.lenght}") // MISTAKE
}
