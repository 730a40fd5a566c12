package main

type Dog struct{ tricks int }

func main() {
	var animal any = 4
	dog := animal.(Dog) // MISTAKE
	println("past", dog.tricks)
}
