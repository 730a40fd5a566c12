package main

func main() {
	equal := 12 == "12" // MISTAKE
	println("past", equal)
}
