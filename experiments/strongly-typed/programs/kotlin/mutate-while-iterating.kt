fun main() {
    val list = mutableListOf(1, 2, 3)
    for (n in list) { // MISTAKE
        if (n == 1) list.add(n)
    }
    println("past $list")
}
