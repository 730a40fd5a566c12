package main

type Colour int

const (
	Red Colour = iota
	Green
	Blue
)

func main() {
	colour, name := Blue, "none"
	switch colour { // MISTAKE
	case Red:
		name = "red"
	case Green:
		name = "green"
	}
	println("past", name)
}
