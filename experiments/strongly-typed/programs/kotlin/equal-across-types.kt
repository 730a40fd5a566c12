fun main() {
    val equal = 12 == "12" // MISTAKE
    println("past $equal")
}
