package main

func main() {
	n := 300
	var b byte = n // MISTAKE
	println("past", b)
}
