package main

import "math"

func main() {
	n := int32(math.MaxInt32)
	more := n + 1 // MISTAKE
	println("past", more)
}
