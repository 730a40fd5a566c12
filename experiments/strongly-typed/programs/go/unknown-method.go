package main

type Point struct{ x int }

func main() {
	p := Point{1}
	p.norm() // MISTAKE
	println("past")
}
