package main

func half(n int) int { return n / 2 }

func main() {
	n := half("12") // MISTAKE
	println("past", n)
}
