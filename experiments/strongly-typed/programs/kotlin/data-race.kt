private var n = 0
private fun count() {
    for (i in 1..10000) n++ // MISTAKE
}
fun main() {
    val threads = List(2) { Thread { count() } }
    threads.forEach { it.start() }
    threads.forEach { it.join() }
    println("past $n")
}
