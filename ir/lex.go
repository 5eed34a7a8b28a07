package ir

import (
	"fmt"
	"strings"
)

// maxDepth bounds the nesting of types, constants and metadata that is read.
const maxDepth = 200

// reader walks over a span of a module's text. Between calls pos is at the
// start of a token or at end.
type reader struct {
	m      *Module
	s      string
	pos    int
	end    int
	line   int32 // of pos
	last   int32 // of the end of the token before pos
	tail   int   // offset of the end of the token before pos
	depth  int
	locals *locals // those in reach, nil outside bodies
}

// readError is what fail panics with; catch turns it into an error again. It
// never leaves the package.
type readError struct{ d *Diagnostic }

func catch(err *error) {
	switch x := recover().(type) {
	case nil:
	case readError:
		*err = x.d
	default:
		panic(x)
	}
}

// newReader starts at offset start of the module's text, on the given line.
func (m *Module) newReader(start, end int, line int32) *reader {
	r := &reader{m: m, s: m.file.text, pos: start, end: end, line: line, last: line}
	r.space()
	return r
}

// newTextReader reads text that stands nowhere in the module's file.
func (m *Module) newTextReader(text string) *reader {
	r := &reader{m: m, s: text, end: len(text)}
	r.space()
	return r
}

func (r *reader) failAt(pos int, line int32, code, format string, args ...any) {
	d := &Diagnostic{File: r.m.Name, Line: int(line), Code: code, Message: fmt.Sprintf(format, args...)}
	if line > 0 && pos <= len(r.s) {
		d.Col = pos - strings.LastIndexByte(r.s[:pos], '\n')
	}
	panic(readError{d})
}

// fail reports a syntax error at the current token.
func (r *reader) fail(format string, args ...any) {
	r.failAt(r.pos, r.line, codeSyntax, format, args...)
}

// expected reports that something else than what stands here was wanted.
func (r *reader) expected(what string) {
	if r.pos >= r.end {
		r.fail("expected %s, but the text ends here", what)
	}
	r.fail("expected %s, found %s", what, r.excerpt())
}

// excerpt is the current token, for messages.
func (r *reader) excerpt() string {
	n := r.pos
	for n < r.end && n < r.pos+32 && !isSpace(r.s[n]) {
		n++
	}
	return fmt.Sprintf("%q", r.s[r.pos:n])
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// identChar marks the characters of unquoted names, labels and keywords.
var identChar = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
			c == '_' || c == '.' || c == '$' || c == '-'
	}
	return
}()

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }

// space moves over blanks and comments.
func (r *reader) space() {
	r.last, r.tail = r.line, r.pos
	i := r.pos
	for i < r.end {
		switch r.s[i] {
		case ' ', '\t', '\r':
			i++
		case '\n':
			r.line++
			i++
		case ';':
			n := strings.IndexByte(r.s[i:r.end], '\n')
			if n < 0 {
				n = r.end - i
			}
			i += n
		default:
			r.pos = i
			return
		}
	}
	r.pos = i
}

// sameLine reports whether the current token is on the line where the one
// before it ended.
func (r *reader) sameLine() bool { return r.last == r.line && r.pos < r.end }

// peek is the first character of the current token, 0 at the end.
func (r *reader) peek() byte {
	if r.pos < r.end {
		return r.s[r.pos]
	}
	return 0
}

// skip moves over n characters, which hold no newline, and what follows.
func (r *reader) skip(n int) {
	r.pos += n
	r.space()
}

func (r *reader) eat(c byte) bool {
	if r.pos < r.end && r.s[r.pos] == c {
		r.skip(1)
		return true
	}
	return false
}

func (r *reader) expect(c byte) {
	if !r.eat(c) {
		r.expected(fmt.Sprintf("%q", string(c)))
	}
}

// peekWord is the keyword that stands here, "" if none does.
func (r *reader) peekWord() string {
	i := r.pos
	if i >= r.end || !isLetter(r.s[i]) {
		return ""
	}
	for i < r.end && identChar[r.s[i]] {
		i++
	}
	return r.s[r.pos:i]
}

// word takes the keyword that stands here.
func (r *reader) word() string {
	w := r.peekWord()
	if w == "" {
		r.expected("a keyword")
	}
	r.skip(len(w))
	return w
}

// kw takes the keyword w if it stands here.
func (r *reader) kw(w string) bool {
	if r.peekWord() != w {
		return false
	}
	r.skip(len(w))
	return true
}

func (r *reader) expectKw(w string) {
	if !r.kw(w) {
		r.expected("'" + w + "'")
	}
}

// uint takes a decimal number that fits 31 bits.
func (r *reader) uint() int {
	n, i := 0, r.pos
	for i < r.end && isDigit(r.s[i]) {
		n = n*10 + int(r.s[i]-'0')
		if n > 1<<31-1 {
			r.fail("number too large")
		}
		i++
	}
	if i == r.pos {
		r.expected("a number")
	}
	r.skip(i - r.pos)
	return n
}

// int64 takes a decimal number that fits 63 bits.
func (r *reader) int64() int64 {
	var n int64
	i := r.pos
	for i < r.end && isDigit(r.s[i]) {
		d := int64(r.s[i] - '0')
		if n > (1<<63-1-d)/10 {
			r.fail("number too large")
		}
		n = n*10 + d
		i++
	}
	if i == r.pos {
		r.expected("a number")
	}
	r.skip(i - r.pos)
	return n
}

// name takes the name behind a sigil, which is at pos. It is given without the
// sigil, quoted only if it must be.
func (r *reader) name() string {
	i := r.pos + 1
	if i < r.end && r.s[i] == '"' {
		start := i
		r.pos = i
		r.str()
		return canonicalName(r.s[start : start+r.lastLen(start)])
	}
	start := i
	for i < r.end && identChar[r.s[i]] {
		i++
	}
	if i == start {
		r.expected("a name")
	}
	r.skip(i - r.pos)
	return r.s[start:i]
}

// lastLen is the length of the string literal at start.
func (r *reader) lastLen(start int) int {
	return strings.IndexByte(r.s[start+1:], '"') + 2
}

// str takes a string literal and gives it with its quotes.
func (r *reader) str() string {
	if r.peek() != '"' {
		r.expected("a string")
	}
	n := strings.IndexByte(r.s[r.pos+1:r.end], '"')
	if n < 0 {
		r.fail("string is not closed")
	}
	t := r.s[r.pos : r.pos+n+2]
	r.line += int32(strings.Count(t, "\n"))
	r.skip(len(t))
	return t
}

// balanced takes everything from an opening bracket to the one that closes it
// and gives the text in between.
func (r *reader) balanced() string {
	start, depth := r.pos, 0
	for i := start; i < r.end; i++ {
		switch r.s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
			if depth == 0 {
				r.line += int32(strings.Count(r.s[start:i], "\n"))
				r.skip(i + 1 - r.pos)
				return r.s[start+1 : i]
			}
		case '"':
			n := strings.IndexByte(r.s[i+1:r.end], '"')
			if n < 0 {
				r.fail("string is not closed")
			}
			i += n + 1
		case ';':
			n := strings.IndexByte(r.s[i:r.end], '\n')
			if n < 0 {
				n = r.end - i
			}
			i += n - 1
		}
	}
	r.fail("bracket is not closed")
	return ""
}

// upTo is the text from start to the end of the token before pos.
func (r *reader) upTo(start int) string {
	if r.tail < start {
		return ""
	}
	return r.s[start:r.tail]
}

// toLineEnd moves to the next line.
func (r *reader) toLineEnd() {
	n := strings.IndexByte(r.s[r.pos:r.end], '\n')
	if n < 0 {
		n = r.end - r.pos
	}
	r.skip(n)
}

// enter counts a level of nesting; leave goes with it.
func (r *reader) enter() {
	if r.depth++; r.depth > maxDepth {
		r.failAt(r.pos, r.line, codeDepth, "nested more than %d levels deep", maxDepth)
	}
}

func (r *reader) leave() { r.depth-- }

// canonicalName drops the quotes of a quoted name that does not need them.
func canonicalName(quoted string) string {
	in := quoted[1 : len(quoted)-1]
	if needsQuotes(in) {
		return quoted
	}
	if strings.IndexByte(in, '\\') >= 0 {
		in = unescape(in)
	}
	return QuoteName(in)
}

// needsQuotes reports that a name stands in quotes for a reason that is plain
// to see, and is spelled in the usual way.
func needsQuotes(in string) bool {
	odd := false
	for i := 0; i < len(in); i++ {
		c := in[i]
		if c < ' ' || c > '~' || c == '\\' {
			return false
		}
		odd = odd || !identChar[c]
	}
	return odd
}

// QuoteName spells a symbol's or local's real name as it must stand behind its
// sigil: as it is, or quoted and escaped.
func QuoteName(name string) string {
	plain := name != "" && !isDigit(name[0])
	for i := 0; i < len(name) && plain; i++ {
		plain = identChar[name[i]]
	}
	if plain {
		return name
	}
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(name); i++ {
		if c := name[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			b.WriteByte('\\')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&15])
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// UnquoteName is the real name behind a spelling with or without quotes.
func UnquoteName(spelled string) string {
	if len(spelled) < 2 || spelled[0] != '"' {
		return spelled
	}
	return unescape(spelled[1 : len(spelled)-1])
}

// unescape decodes the \xx of LLVM strings.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && s[i+1] == '\\' {
			b = append(b, '\\')
			i++
			continue
		}
		if s[i] == '\\' && i+2 < len(s) {
			hi, ok1 := hexDigit(s[i+1])
			lo, ok2 := hexDigit(s[i+2])
			if ok1 && ok2 {
				b = append(b, hi<<4|lo)
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case isDigit(c):
		return c - '0', true
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}
