package wrapper

import (
	"os"
	"strings"
)

// maxNesting is how deep response files may name others.
const maxNesting = 20

// expand puts the words of response files (@file) in their place. A file that cannot be read
// stays as it is: the compiler then says what it thinks of it.
func expand(args []string, depth int) []string {
	var all []string
	for _, a := range args {
		name, ok := strings.CutPrefix(a, "@")
		if !ok || depth == maxNesting {
			all = append(all, a)
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			all = append(all, a)
			continue
		}
		all = append(all, expand(words(string(text)), depth+1)...)
	}
	return all
}

// words splits the text of a response file as clang does: at white space that is not quoted;
// a backslash takes the next character as it is, but for one in single quotes.
func words(text string) []string {
	var all []string
	var word strings.Builder
	inside := false // of a word, which may be empty: ""
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && i+1 < len(text) && quote != '\'':
			i++
			if text[i] != '\n' {
				word.WriteByte(text[i])
				inside = true
			}
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '"' || c == '\'':
			quote, inside = c, true
		case strings.IndexByte(" \t\r\n\f\v", c) >= 0:
			if inside {
				all = append(all, word.String())
				word.Reset()
				inside = false
			}
		default:
			word.WriteByte(c)
			inside = true
		}
	}
	if inside {
		all = append(all, word.String())
	}
	return all
}
