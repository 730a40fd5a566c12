package main

func main() {
	var parsed any = "12"
	var n int = parsed // MISTAKE
	println("past", n)
}
