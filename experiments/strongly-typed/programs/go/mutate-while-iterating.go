package main

func main() {
	list := []int{1, 2, 3}
	for _, n := range list {
		list = append(list, n) // MISTAKE
	}
	println("past", len(list))
}
