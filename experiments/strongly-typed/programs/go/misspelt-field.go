package main

type Line struct{ length int }

func main() {
	line := Line{3}
	println("past", line.lenght) // MISTAKE
}
