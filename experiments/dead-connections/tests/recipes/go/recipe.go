// Connects to an address and lets the kernel notice when the peer is gone. Holds the connection until standard input ends.
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"syscall"
	"time"
)

// begin
// As in golang.org/x/sys/unix; the package syscall does not
// have it for every machine.
const tcpUserTimeout = 0x12

func dialer() *net.Dialer {
	const userTimeout = 90_000 * time.Millisecond
	return &net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{
			Enable:   true,
			Idle:     15 * time.Second,
			Interval: 15 * time.Second,
			Count:    5,
		},
		// Before it connects: the timeout bounds that too.
		Control: func(_, _ string, raw syscall.RawConn) error {
			var failed error
			err := raw.Control(func(fd uintptr) {
				failed = syscall.SetsockoptInt(int(fd),
					syscall.IPPROTO_TCP, tcpUserTimeout,
					int(userTimeout.Milliseconds()))
			})
			return errors.Join(err, failed)
		},
	}
}

// end

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: recipe HOST PORT")
	}
	connection, err := dialer().Dial("tcp", net.JoinHostPort(os.Args[1], os.Args[2]))
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()
	fmt.Println("set")
	io.Copy(io.Discard, os.Stdin)
}
