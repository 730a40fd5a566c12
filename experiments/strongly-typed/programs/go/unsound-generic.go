package main

func add[T any](list *[]T, item T) { *list = append(*list, item) }

func main() {
	texts := []string{}
	add[int](&texts, 1) // MISTAKE
	println("past", len(texts))
}
