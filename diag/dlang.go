package diag

import (
	"encoding/hex"
	"strconv"
	"strings"
)

// dParser reads a symbol of D, after the grammar of name mangling in the specification of the language. A reader
// that cannot go on sets bad, and the symbol stays as it is.
type dParser struct {
	s    string
	at   int
	bad  bool
	deep int // names and types that are being read
	read int // and those that were
}

// demangleD is what a symbol of D names: m.scale and the types of its parameters, (double[], int). "" for others.
func demangleD(symbol string) (name, params string) {
	rest, ok := strings.CutPrefix(symbol, "_D")
	if !ok || rest == "" {
		return "", ""
	}
	p := &dParser{s: rest}
	name, params = p.qualified()
	if p.at < len(p.s) && params == "" && !p.bad { // a variable has a type, what the compiler makes has a Z
		if p.peek() == 'Z' {
			p.at++
		} else {
			p.typ()
		}
	} else if params != "" {
		p.typ() // of the result
	}
	if p.bad || p.at != len(p.s) {
		return "", ""
	}
	return name, params
}

func (p *dParser) peek() byte {
	if p.at < len(p.s) {
		return p.s[p.at]
	}
	return 0
}

func (p *dParser) next() byte {
	c := p.peek()
	if p.at >= len(p.s) {
		p.bad = true
		return 0
	}
	p.at++
	return c
}

func (p *dParser) skip(text string) bool {
	if p.bad || p.at > len(p.s) || !strings.HasPrefix(p.s[p.at:], text) {
		return false
	}
	p.at += len(text)
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (p *dParser) number() int {
	start := p.at
	for isDigit(p.peek()) {
		p.at++
	}
	n, err := strconv.Atoi(p.s[min(start, len(p.s)):p.at])
	p.bad = p.bad || err != nil
	return n
}

// back reads a reference to what stands earlier, and has it read there.
func (p *dParser) back(read func() string) string {
	start := p.at
	p.at++ // Q
	n := 0
	for {
		c := p.next()
		switch {
		case p.bad || n > len(p.s):
			p.bad = true
			return ""
		case c >= 'A' && c <= 'Z':
			n = n*26 + int(c-'A')
			continue
		case c < 'a' || c > 'z':
			p.bad = true
			return ""
		}
		n = n*26 + int(c-'a')
		break
	}
	after := p.at
	if n == 0 || n > start {
		p.bad = true
		return ""
	}
	p.at = start - n
	text := p.nested(read)
	p.at = after
	return text
}

// nested bounds how deep names and types contain each other, and how many are read.
func (p *dParser) nested(read func() string) string {
	p.deep++
	p.read++
	defer func() { p.deep-- }()
	if p.deep > 50 || p.read > 2000 || p.bad {
		p.bad = true
		return ""
	}
	return read()
}

// qualified reads names within names; a function's has its parameters behind it.
func (p *dParser) qualified() (name, params string) {
	var parts []string
	for !p.bad {
		part := p.nested(p.symbol)
		if part != "" {
			parts = append(parts, part)
		}
		params = ""
		if p.peek() == 'M' || strings.IndexByte("FUWVRY", p.peek()) >= 0 && p.peek() != 0 {
			if p.skip("M") {
				p.modifiers()
			}
			params = p.nested(p.function)
		}
		if !p.atSymbol() {
			break
		}
	}
	return strings.Join(parts, "."), params
}

// atSymbol reports whether a name comes next: a reference that leads to a name, a length, a template.
func (p *dParser) atSymbol() bool {
	c := p.peek()
	if isDigit(c) || c == '_' {
		return true
	}
	if c != 'Q' {
		return false
	}
	look := dParser{s: p.s, at: p.at}
	named := false
	look.back(func() string { named = isDigit(look.peek()) || look.peek() == '_'; return "" })
	return named && !look.bad
}

func (p *dParser) symbol() string {
	switch {
	case p.peek() == 'Q':
		return p.back(p.symbol)
	case strings.HasPrefix(p.s[min(p.at, len(p.s)):], "__T") || strings.HasPrefix(p.s[min(p.at, len(p.s)):], "__U"):
		return p.template()
	case p.skip("0"):
		return ""
	}
	n := p.number()
	if p.bad || n <= 0 || n > len(p.s) || p.at+n > len(p.s) {
		p.bad = true
		return ""
	}
	text := p.s[p.at : p.at+n]
	if strings.HasPrefix(text, "__T") || strings.HasPrefix(text, "__U") { // as older compilers have it
		return p.template()
	}
	p.at += n
	if text == "__ctor" {
		return "this"
	}
	return text
}

func (p *dParser) template() string {
	p.at += len("__T")
	name := p.nested(p.symbol)
	var args []string
	for !p.bad && !p.skip("Z") {
		p.skip("H")
		switch p.next() {
		case 'T':
			args = append(args, p.nested(p.typ))
		case 'V':
			p.nested(p.typ)
			args = append(args, p.value())
		case 'S':
			args = append(args, p.nested(func() string { name, _ := p.qualified(); return name }))
		default:
			p.bad = true
		}
	}
	return name + "!(" + strings.Join(args, ", ") + ")"
}

// value reads an integer, a text, or null: symbols with others stay as they are.
func (p *dParser) value() string {
	sign := ""
	switch {
	case p.skip("a"):
		n := p.number()
		if !p.skip("_") || p.at+2*n > len(p.s) || n > len(p.s) {
			p.bad = true
			return ""
		}
		text, err := hex.DecodeString(p.s[p.at : p.at+2*n])
		p.bad = p.bad || err != nil
		p.at += 2 * n
		return strconv.Quote(string(text))
	case p.skip("n"):
		return "null"
	case p.skip("N"):
		sign = "-"
	default:
		p.skip("i")
	}
	return sign + strconv.Itoa(p.number())
}

func (p *dParser) modifiers() {
	for p.skip("x") || p.skip("y") || p.skip("O") || p.skip("Ng") {
	}
}

// function reads a calling convention, attributes and parameters, which it gives.
func (p *dParser) function() string {
	p.next()
	for p.peek() == 'N' && p.at+1 < len(p.s) && strings.IndexByte("abcdefijlm", p.s[p.at+1]) >= 0 {
		p.at += 2
	}
	var params []string
	for !p.bad {
		switch {
		case p.skip("Z"):
			return "(" + strings.Join(params, ", ") + ")"
		case p.skip("X"):
			return "(" + strings.Join(params, ", ") + "...)"
		case p.skip("Y"):
			return "(" + strings.Join(append(params, "..."), ", ") + ")"
		}
		params = append(params, p.storage()+p.nested(p.typ))
	}
	return ""
}

// storage reads how a parameter is passed.
func (p *dParser) storage() (words string) {
	for more := true; more; {
		more = false
		for _, w := range []struct{ code, word string }{{"M", "scope "}, {"Nk", "return "}, {"J", "out "}, {"K", "ref "}, {"L", "lazy "}} {
			if p.skip(w.code) {
				words += w.word
				more = true
			}
		}
	}
	return words
}

var dBasic = map[byte]string{
	'v': "void", 'g': "byte", 'h': "ubyte", 's': "short", 't': "ushort", 'i': "int", 'k': "uint", 'l': "long", 'm': "ulong",
	'f': "float", 'd': "double", 'e': "real", 'o': "ifloat", 'p': "idouble", 'j': "ireal", 'q': "cfloat", 'r': "cdouble", 'c': "creal",
	'b': "bool", 'a': "char", 'u': "wchar", 'w': "dchar", 'n': "typeof(null)",
}

var dWrapped = map[byte][2]string{
	'x': {"const(", ")"}, 'y': {"immutable(", ")"}, 'O': {"shared(", ")"}, 'A': {"", "[]"}, 'P': {"", "*"},
}

func (p *dParser) typ() string {
	if p.peek() == 'Q' {
		return p.back(p.typ)
	}
	if strings.IndexByte("FUWVRY", p.peek()) >= 0 && p.peek() != 0 {
		params := p.nested(p.function)
		return p.nested(p.typ) + " function" + params
	}
	c := p.next()
	if b, ok := dBasic[c]; ok {
		return b
	}
	if w, ok := dWrapped[c]; ok {
		if c == 'P' && strings.IndexByte("FUWVRY", p.peek()) >= 0 && p.peek() != 0 {
			return p.nested(p.typ)
		}
		return w[0] + p.nested(p.typ) + w[1]
	}
	switch c {
	case 'G':
		n := strconv.Itoa(p.number())
		return p.nested(p.typ) + "[" + n + "]"
	case 'H':
		key := p.nested(p.typ)
		return p.nested(p.typ) + "[" + key + "]"
	case 'D':
		p.modifiers()
		params := p.nested(p.function)
		return p.nested(p.typ) + " delegate" + params
	case 'I', 'C', 'S', 'E', 'T':
		return p.nested(func() string { name, _ := p.qualified(); return name })
	case 'N':
		switch p.next() {
		case 'g':
			return "inout(" + p.nested(p.typ) + ")"
		case 'h':
			return "__vector(" + p.nested(p.typ) + ")"
		case 'n':
			return "noreturn"
		}
	}
	p.bad = true
	return ""
}
