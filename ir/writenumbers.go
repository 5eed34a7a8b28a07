package ir

import (
	"bytes"
	"strconv"
)

// renumbered gives the variables and functions of a text that have numbers for names those
// in whose order they are defined, without gaps: readers want it so.
func renumbered(text []byte) []byte {
	numbers := map[string]string{}
	for line := range bytes.Lines(text) {
		if !bytes.HasPrefix(line, []byte("@")) && !bytes.HasPrefix(line, []byte("define ")) && !bytes.HasPrefix(line, []byte("declare ")) {
			continue
		}
		if i := nextSymbol(line, 0); i >= 0 {
			if name := numberAt(line, i+1); name != "" && numbers[name] == "" {
				numbers[name] = strconv.Itoa(len(numbers))
			}
		}
	}
	if len(numbers) == 0 {
		return text
	}
	var out []byte
	from := 0
	for i := nextSymbol(text, 0); i >= 0; i = nextSymbol(text, i+1) {
		if name := numberAt(text, i+1); numbers[name] != "" {
			out = append(append(out, text[from:i+1]...), numbers[name]...)
			from = i + 1 + len(name)
		}
	}
	return append(out, text[from:]...)
}

// nextSymbol is where the next @ from i on stands that is not in quotes; negative for none.
func nextSymbol(text []byte, i int) int {
	for quoted := false; i < len(text); i++ {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == '@' && !quoted:
			return i
		}
	}
	return -1
}

// numberAt is the number that is a name at i; empty where another name stands there.
func numberAt(text []byte, i int) string {
	end := i
	for end < len(text) && isDigit(text[end]) {
		end++
	}
	if end < len(text) && identChar[text[end]] {
		return ""
	}
	return string(text[i:end])
}
