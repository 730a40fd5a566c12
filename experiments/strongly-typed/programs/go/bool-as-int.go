package main

func main() {
	yes := true
	sum := yes + 1 // MISTAKE
	println("past", sum)
}
