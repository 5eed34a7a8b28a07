package diag

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/llad-ad/llad/ir"
)

// location is where a diagnostic is for the user: the innermost place in code that is not a
// library's, and what it was inlined through.
type location struct {
	ir.Place
	inner ir.Places // of library code, inlined into the place, innermost first
	outer ir.Places // where the place was inlined, innermost first
}

func (l location) String() string { return l.Place.String() }

// locate is where a diagnostic is for the user.
func locate(d *ir.Diagnostic) location {
	if len(d.At) > 0 {
		k := d.At.Own()
		return location{d.At[k], d.At[:k], d.At[k+1:]}
	}
	return location{Place: ir.Place{File: d.File, Line: d.Line, Col: d.Col}}
}

// sources are the lines of files that messages show.
type sources map[string][]string

// line is a line of a file; false where there is none.
func (s *sources) line(p ir.Place) (string, bool) {
	file := p.File
	if !filepath.IsAbs(file) {
		if _, err := os.Stat(file); err != nil {
			file = filepath.Join(p.Dir, file)
		}
	}
	lines, known := (*s)[file]
	if !known {
		if text, err := os.ReadFile(file); err == nil {
			lines = strings.Split(string(text), "\n")
		}
		if *s == nil {
			*s = sources{}
		}
		(*s)[file] = lines
	}
	if p.Line < 1 || p.Line > len(lines) {
		return "", false
	}
	return strings.TrimRight(lines[p.Line-1], "\r"), true
}

// maxSnippet is how long a line may be that is shown, in bytes.
const maxSnippet = 240

// snippet writes the line of a place, and marks the word that begins at its column.
func (p *Printer) snippet(b *strings.Builder, at ir.Place) {
	line, ok := p.sources.line(at)
	if !ok || len(line) > maxSnippet || strings.TrimSpace(line) == "" {
		return
	}
	fmt.Fprintf(b, "%5d | %s\n", at.Line, line)
	if at.Col < 1 || at.Col > len(line) {
		return
	}
	indent := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, line[:at.Col-1])
	fmt.Fprintf(b, "      | %s%s\n", indent, p.paint(colorHelp, "^"+strings.Repeat("~", wordLen(line[at.Col-1:])-1)))
}

// wordLen is how many characters the identifier has that a text begins with, namespaces included;
// 1 where it begins with something else.
func wordLen(text string) int {
	n := 0
	for k, r := range text {
		if r == ':' && (strings.HasPrefix(text[k:], "::") || n > 0 && text[k-1] == ':') {
			n++
			continue
		}
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		n++
	}
	return max(n, 1)
}

// named is a function in quotes, and a word to go before what it is in.
func named(p ir.Place) string {
	if p.Func == "" {
		return ""
	}
	return quoted(p.Func) + ", "
}

// quoted is the name of a function as its author wrote it, in quotes.
func quoted(symbol string) string { return "'" + ShortName(symbol) + "'" }
