package main

func main() {
	a := make([]int, 3)
	i := len(a)
	a[i] = 1 // MISTAKE
	println("past", a[0])
}
