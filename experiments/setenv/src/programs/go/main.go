// One trial in Go: a goroutine that sets ever new variables beside one that reads them, until something goes wrong or the
// time is over. What it says, and its exit status, are those of child.c; the runtime tells of a signal by itself.
//
//	child PARENT ACCESS MILLISECONDS
package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"runtime"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	wrongStatus  = 3
	hungStatus   = 4
	brokenStatus = 5

	// Requests at once, as a server has them. Each call of C blocks a thread, and a thread reads the environment when
	// it resolves its first name.
	resolversAtOnce = 16

	always      = "MEASURED_ALWAYS"
	alwaysValue = "always the same"

	prSetPdeathsig = 1
	prSetDumpable  = 4
)

func init() {
	// The signal at the parent's death belongs to a thread, which has to stay.
	runtime.LockOSThread()
}

func broken(why any) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(brokenStatus)
}

func wrong(how string) {
	fmt.Println(how)
	os.Exit(wrongStatus)
}

// Nothing outlives this process or its parent: no core file, and not this process itself.
func beHarmless(parent string) {
	none := syscall.Rlimit{}
	if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &none); err != nil {
		broken(err)
	}
	for option, value := range map[uintptr]uintptr{prSetPdeathsig: uintptr(syscall.SIGKILL), prSetDumpable: 0} {
		if _, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, option, value, 0); errno != 0 {
			broken(errno)
		}
	}
	if strconv.Itoa(os.Getppid()) != parent {
		os.Exit(brokenStatus)
	}
}

// Reads once, by Go's own copy of the environment.
func readOwn() {
	value, found := os.LookupEnv(always)
	if !found {
		wrong("null")
	}
	if value != alwaysValue {
		wrong("torn")
	}
}

// Resolves once: with cgo by getaddrinfo (GODEBUG says so), without it by Go itself.
func resolve() {
	addresses, err := net.DefaultResolver.LookupHost(context.Background(), "localhost")
	if err != nil || len(addresses) == 0 {
		wrong("unanswered")
	}
}

func main() {
	if len(os.Args) != 4 {
		broken("child PARENT ACCESS MILLISECONDS")
	}
	beHarmless(os.Args[1])
	reads, known := map[string]func(){"os-getenv": readOwn, "resolver": resolve, "cgo-getenv": readByC}[os.Args[2]]
	milliseconds, err := strconv.Atoi(os.Args[3])
	if !known || reads == nil || err != nil {
		broken("no such trial")
	}
	var stop atomic.Bool
	readers := 1
	if os.Args[2] == "resolver" {
		readers = resolversAtOnce
	}
	ended := make(chan struct{}, readers+1)
	begin := make(chan struct{})
	for reader := 0; reader < readers; reader++ {
		go func() {
			<-begin
			for !stop.Load() {
				reads()
			}
			ended <- struct{}{}
		}()
	}
	go func() {
		<-begin
		for count := 0; !stop.Load(); count++ {
			if err := os.Setenv("MEASURED_0_"+strconv.Itoa(count), "a value"); err != nil {
				broken(err)
			}
		}
		ended <- struct{}{}
	}()
	fmt.Println("started")
	close(begin)
	time.Sleep(time.Duration(milliseconds) * time.Millisecond)
	stop.Store(true)
	for waiting := 0; waiting < readers+1; waiting++ {
		select {
		case <-ended:
		case <-time.After(2 * time.Second):
			fmt.Println("hung")
			os.Exit(hungStatus)
		}
	}
	fmt.Println("survived")
}
