package main

import "sync"

func main() {
	n := 0
	var both sync.WaitGroup
	for i := 0; i < 2; i++ {
		both.Add(1)
		go func() {
			for j := 0; j < 10000; j++ {
				n++ // MISTAKE
			}
			both.Done()
		}()
	}
	both.Wait()
	println("past", n)
}
