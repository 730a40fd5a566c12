package main

func main() {
	texts := []string{"x"}
	var all []any = texts // MISTAKE
	all[0] = 42
	println("past", texts[0])
}
