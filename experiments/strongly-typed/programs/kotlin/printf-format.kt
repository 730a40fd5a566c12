fun main() {
    println("%d".format("twelve")) // MISTAKE
    println("past")
}
