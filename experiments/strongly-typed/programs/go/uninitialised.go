package main

func main() {
	var n int
	println("past", n) // MISTAKE
}
