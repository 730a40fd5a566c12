package main

type Metre float64
type Foot float64

func main() {
	metre, foot := Metre(1), Foot(1)
	sum := metre + foot // MISTAKE
	println("past", sum)
}
