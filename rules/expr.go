package rules

import (
	"fmt"
	"slices"
	"strings"
)

// exprKind is the class of a node of a rule's expression.
type exprKind uint8

const (
	numberExpr exprKind = iota // text: decimal literal or the name of a constant
	inputExpr                  // text: d
	resultExpr                 // r; text 0 or 1: the value of that Out
	argExpr                    // index: the operand
	negExpr                    // kids[0]
	arithExpr                  // text: + - * /
	cmpExpr                    // text: < <= > >= == !=
	boolExpr                   // text: & |
	selectExpr                 // kids: condition, then, else
	callExpr                   // text: the function
)

// expr is a node of a rule's expression; see the package comment for the
// grammar. key identifies equal subexpressions.
type expr struct {
	kind  exprKind
	text  string
	index int
	kids  []*expr
	key   string
}

func newExpr(kind exprKind, text string, index int, kids ...*expr) *expr {
	var b strings.Builder
	fmt.Fprintf(&b, "(%d %s %d", kind, text, index)
	for _, k := range kids {
		b.WriteByte(' ')
		b.WriteString(k.key)
	}
	b.WriteByte(')')
	return &expr{kind: kind, text: text, index: index, kids: kids, key: b.String()}
}

// isZero reports whether the expression is the literal 0.
func (e *expr) isZero() bool { return e.kind == numberExpr && e.text == "0" }

// needs collects which primal values the expression reads.
func (e *expr) needs() Needs {
	var n Needs
	switch e.kind {
	case resultExpr:
		if e.text == "" {
			n.Result = true
		} else {
			n.Outs = 1 << (e.text[0] - '0')
		}
	case argExpr:
		n.Args = 1 << uint(e.index)
	}
	for _, k := range e.kids {
		kn := k.needs()
		n.Args |= kn.Args
		n.Result = n.Result || kn.Result
		n.Outs |= kn.Outs
	}
	return n
}

// ofFirst reports whether the expression is a function of operand 0 alone.
func (e *expr) ofFirst() bool {
	return e.kind == callExpr && len(e.kids) == 1 && e.kids[0].kind == argExpr && e.kids[0].index == 0
}

// callsOfFirst appends the names of the functions of operand 0 alone that the
// expression calls.
func (e *expr) callsOfFirst(names []string) []string {
	if e.ofFirst() {
		return append(names, e.text)
	}
	for _, k := range e.kids {
		names = k.callsOfFirst(names)
	}
	return names
}

// chooses reports whether the expression is d, -d or 0, whatever its conditions.
func (e *expr) chooses() bool {
	switch e.kind {
	case selectExpr:
		return e.kids[1].chooses() && e.kids[2].chooses()
	case negExpr:
		return e.kids[0].chooses()
	}
	return e.kind == inputExpr || e.isZero()
}

// bounded reports whether the expression, a partial of the named function, is
// finite for finite operands as long as no product overflows.
func (e *expr) bounded(of string) bool {
	switch {
	case e.kind == resultExpr && of != "tanh":
		return false
	case e.kind == arithExpr && e.text == "/":
		return false
	case e.kind == callExpr && !slices.Contains(boundedCalls, e.text):
		return false
	}
	return !slices.ContainsFunc(e.kids, func(k *expr) bool { return !k.bounded(of) })
}

// boundedCalls are finite wherever their argument is.
var boundedCalls = []string{"sin", "cos", "sinpi", "cospi", "copysign", "isnan", "fp"}

// calls yields the names of the functions that the expression calls.
func (e *expr) calls(yield func(string)) {
	if e.kind == callExpr {
		yield(e.text)
	}
	for _, k := range e.kids {
		k.calls(yield)
	}
}

// parser reads one expression.
type parser struct {
	src string
	pos int
	err error
}

// parseExpr reads a whole expression.
func parseExpr(src string) (*expr, error) {
	p := &parser{src: src}
	e := p.expr()
	p.space()
	if p.err == nil && p.pos < len(p.src) {
		p.fail("unexpected %q", p.src[p.pos:])
	}
	if p.err != nil {
		return nil, p.err
	}
	return e, nil
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("rule %q at %d: %s", p.src, p.pos, fmt.Sprintf(format, args...))
	}
}

func (p *parser) space() {
	for p.pos < len(p.src) && p.src[p.pos] == ' ' {
		p.pos++
	}
}

// take consumes the first of the given tokens that stands at the position.
func (p *parser) take(tokens ...string) string {
	p.space()
	for _, t := range tokens {
		if strings.HasPrefix(p.src[p.pos:], t) {
			p.pos += len(t)
			return t
		}
	}
	return ""
}

func (p *parser) expr() *expr {
	c := p.binary(0)
	if p.take("?") == "" {
		return c
	}
	yes := p.expr()
	if p.take(":") == "" {
		p.fail("expected ':'")
	}
	return newExpr(selectExpr, "", 0, c, yes, p.expr())
}

// levels are the binary operators from loosest to tightest.
var levels = []struct {
	kind exprKind
	ops  []string
}{
	{boolExpr, []string{"|"}},
	{boolExpr, []string{"&"}},
	{cmpExpr, []string{"<=", ">=", "==", "!=", "<", ">"}},
	{arithExpr, []string{"+", "-"}},
	{arithExpr, []string{"*", "/"}},
}

func (p *parser) binary(level int) *expr {
	if level == len(levels) {
		return p.unary()
	}
	e := p.binary(level + 1)
	for p.err == nil {
		op := p.take(levels[level].ops...)
		if op == "" {
			break
		}
		e = newExpr(levels[level].kind, op, 0, e, p.binary(level+1))
	}
	return e
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' || c == '.' }

func (p *parser) unary() *expr {
	if p.take("-") != "" {
		return newExpr(negExpr, "", 0, p.unary())
	}
	if p.take("(") != "" {
		e := p.expr()
		if p.take(")") == "" {
			p.fail("expected ')'")
		}
		return e
	}
	start := p.pos
	for p.pos < len(p.src) && (isLetter(p.src[p.pos]) || isDigit(p.src[p.pos])) {
		p.pos++
	}
	word := p.src[start:p.pos]
	switch {
	case word == "":
		p.fail("expected an operand")
		return newExpr(numberExpr, "0", 0)
	case isDigit(word[0]):
		return newExpr(numberExpr, word, 0)
	case p.take("(") != "":
		args := []*expr{p.expr()}
		for p.take(",") != "" {
			args = append(args, p.expr())
		}
		if p.take(")") == "" {
			p.fail("expected ')'")
		}
		return newExpr(callExpr, word, 0, args...)
	case word == "d":
		return newExpr(inputExpr, word, 0)
	case word == "r" || word == "r0" || word == "r1":
		return newExpr(resultExpr, word[1:], 0)
	case len(word) == 1 && strings.Contains("xyzw", word):
		return newExpr(argExpr, "", strings.Index("xyzw", word))
	case constants[word] != "":
		return newExpr(numberExpr, word, 0)
	}
	p.fail("unknown name %q", word)
	return newExpr(numberExpr, "0", 0)
}

// constants are the named numbers of the grammar, to more digits than any
// type holds.
var constants = map[string]string{
	"pi":     "3.14159265358979323846264338327950288419716939937510582",
	"invpi":  "0.318309886183790671537767526745028724068919291480912897",
	"ln2":    "0.693147180559945309417232121458176568075500134360255254",
	"ln10":   "2.30258509299404568401799145468436420760110148862877298",
	"log2e":  "1.44269504088896340735992468100189213742664595415298593",
	"log10e": "0.434294481903251827651128918916605082294397005803666566",
	"tworpi": "1.12837916709551257389615890312154517168810125865799771",
}
