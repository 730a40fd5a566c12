fun main() {
    val texts = mutableListOf<String>()
    val raw = texts as MutableList<Any> // MISTAKE
    raw.add(1)
    println("past ${texts.size}")
}
