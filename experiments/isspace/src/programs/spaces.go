// What Go calls a space. Without fmt and os, which take long to compile.
package main

import (
	"regexp"
	"runtime"
	"strconv"
	"syscall"
	"unicode"
)

func spaces(id string, isSpace func(rune) bool) string {
	line := id + " 110000"
	for codePoint := rune(0); codePoint <= unicode.MaxRune; codePoint++ {
		if isSpace(codePoint) {
			line += " " + strconv.FormatInt(int64(codePoint), 16)
		}
	}
	return line + "\n"
}

func main() {
	class := regexp.MustCompile(`^\s$`)
	text := "version " + runtime.Version()[len("go"):] + "\nunicode " + unicode.Version + "\n"
	text += spaces("go-unicode-isspace", unicode.IsSpace)
	text += spaces("go-regexp", func(codePoint rune) bool { return class.MatchString(string(codePoint)) })
	if _, err := syscall.Write(1, []byte(text+"end\n")); err != nil {
		panic(err)
	}
}
