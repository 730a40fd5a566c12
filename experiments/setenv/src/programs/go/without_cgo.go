//go:build !cgo

package main

// There is no C to call.
var readByC func()
