fun main() {
    val texts = arrayOf("x")
    val all: Array<Any> = texts // MISTAKE
    all[0] = 42
    println("past ${texts[0]}")
}
