package main

func main() {
	n, text := 1, "2"
	sum := n + text // MISTAKE
	println("past", sum)
}
