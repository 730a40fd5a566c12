// What Go calls a space; what strings.Fields cuts in UTF-8 that was decoded as Latin-1; and what encoding/csv skips before a field.
package main

import (
	"encoding/csv"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"unicode"
)

func spaces(id string, isSpace func(rune) bool) string {
	line := []byte(id + " 110000")
	for codePoint := rune(0); codePoint <= unicode.MaxRune; codePoint++ {
		if isSpace(codePoint) {
			line = strconv.AppendInt(append(line, ' '), int64(codePoint), 16)
		}
	}
	return string(line) + "\n"
}

func isCut(codePoint rune) bool {
	if codePoint < 0x80 || (codePoint >= 0xD800 && codePoint < 0xE000) {
		return false
	}
	bytes := []byte("a" + string(codePoint) + "b")
	decoded := make([]rune, len(bytes))
	for index, each := range bytes {
		decoded[index] = rune(each)
	}
	return strings.Join(strings.Fields(string(decoded)), "") != string(decoded)
}

// The second field of a line; nothing where it can't be read.
func second(line string, trim bool) string {
	reader := csv.NewReader(strings.NewReader(line))
	reader.TrimLeadingSpace = trim
	fields, err := reader.Read()
	if err != nil || len(fields) != 2 {
		return ""
	}
	return fields[1]
}

func isSkipped(codePoint rune) bool {
	if codePoint >= 0xD800 && codePoint < 0xE000 {
		return false
	}
	field := string(codePoint) + "y"
	return second("x,"+field, true) == "y" && second("x,"+field, false) == field
}

func main() {
	class := regexp.MustCompile(`^\s$`)
	text := "version " + runtime.Version()[len("go"):] + "\nunicode " + unicode.Version + "\n"
	text += spaces("go-unicode-isspace", unicode.IsSpace)
	text += spaces("go-regexp", func(codePoint rune) bool { return class.MatchString(string(codePoint)) })
	text += spaces("go-fields-latin-1", isCut)
	text += spaces("go-csv", isSkipped)
	if _, err := os.Stdout.WriteString(text + "end\n"); err != nil {
		panic(err)
	}
}
