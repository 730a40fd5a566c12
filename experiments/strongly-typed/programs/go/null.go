package main

type Point struct{ x int }

func find() *Point { return nil }

func main() {
	x := find().x // MISTAKE
	println("past", x)
}
