package main

import "unsafe"

func main() {
	text := "12"
	// UNDEFINED: a string is not laid out as an int is, so that this is no use which the package unsafe calls valid
	n := *(*int)(unsafe.Pointer(&text)) // MISTAKE
	println("past, is 12:", n == 12)
}
