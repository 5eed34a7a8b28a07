package fuzz

import "fmt"

// exprs writes expressions over what is in scope.
type exprs struct {
	*scope
	floats bool     // it may mention floats
	funcs  []string // helpers double(double *, double *, int, double) so far
	self   string   // the helper being written, when it is recursive
	cost   int      // how often the statement being written runs, about
}

// index is an integer expression from 0 to 7.
func (e *exprs) index() string {
	if v, ok := e.any(counter); ok && e.chance(0.5) && v.name != "n" {
		switch e.below(4) {
		case 0:
			return fmt.Sprintf("%s & 7", v.name)
		case 1:
			return fmt.Sprintf("(%s + %d) & 7", v.name, 1+e.below(7))
		case 2:
			return fmt.Sprintf("(7 - %s) & 7", v.name)
		}
		return fmt.Sprintf("(%s * %d) & 7", v.name, 2+e.below(3))
	}
	switch e.below(5) {
	case 0:
		if v, ok := e.any(anInt); ok {
			return fmt.Sprintf("%s & 7", v.name)
		}
	case 1:
		if e.inF() {
			return fmt.Sprintf("idx[%d]", e.below(8))
		}
	case 2:
		if v, ok := e.any(counter); ok && e.inF() {
			return fmt.Sprintf("idx[%s & 7]", v.name)
		}
	case 3:
		if e.chance(0.3) {
			return fmt.Sprintf("(int)(3.0 * sin(%s)) & 7", e.leaf())
		}
	}
	return fmt.Sprint(e.below(8))
}

// place is an lvalue of type double in memory.
func (e *exprs) place() string {
	switch e.below(12) {
	case 0:
		if v, ok := e.any(matrix); ok {
			return fmt.Sprintf("%s[(%s) & 3][(%s) & 3]", v.name, e.index(), e.index())
		}
	case 1:
		if e.hasStructs() {
			return fmt.Sprintf("s[(%s) & 3].u", e.index())
		}
	case 2:
		if e.hasStructs() {
			return fmt.Sprintf("s[(%s) & 3].v[%d]", e.index(), e.below(3))
		}
	case 3:
		if v, ok := e.any(aPair); ok {
			return v.name + e.pick(".a", ".b")
		}
	case 4:
		if v, ok := e.any(aView); ok {
			return fmt.Sprintf("%s.p[%s]", v.name, e.index())
		}
	case 5:
		if v, ok := e.any(rows); ok {
			return fmt.Sprintf("%s[(%s) %% 3][%s]", v.name, e.index(), e.index())
		}
	case 6:
		if v, ok := e.any(aStruct); ok {
			return v.name + e.pick(".u", ".v[1]", ".v[2]")
		}
	}
	if v, ok := e.any(array, pointer); ok {
		return fmt.Sprintf("%s[%s]", v.name, e.index())
	}
	return "H"
}

// fplace is an lvalue of type float.
func (e *exprs) fplace() (string, bool) {
	switch e.below(4) {
	case 0:
		if e.hasStructs() {
			return fmt.Sprintf("s[(%s) & 3].w", e.index()), true
		}
	case 1:
		if v, ok := e.any(aFloat); ok {
			return v.name, true
		}
	}
	if v, ok := e.any(farray); ok {
		return fmt.Sprintf("%s[%s]", v.name, e.index()), true
	}
	return "", false
}

func (e *exprs) constant() string {
	return e.pick("0.25", "0.7", "1.3", "-0.6", "0.9", "1.5", "-1.1", "2.0")
}

// leaf is an expression of type double without operators.
func (e *exprs) leaf() string {
	if e.floats && e.chance(0.2) {
		if p, ok := e.fplace(); ok {
			return p
		}
	}
	switch e.below(8) {
	case 0:
		return e.constant()
	case 1, 2, 3:
		return e.place()
	case 4:
		if v, ok := e.any(counter, anInt); ok && e.chance(0.5) {
			return fmt.Sprintf("(double)(%s & 15)", v.name)
		}
	}
	if v, ok := e.any(aDouble); ok {
		return v.name
	}
	return e.place()
}

// dexpr is an expression of type double. What it computes from numbers of
// moderate size is of moderate size.
func (e *exprs) dexpr(depth int) string {
	if depth <= 0 {
		return e.leaf()
	}
	sub := func() string { return e.dexpr(depth - 1) }
	switch e.below(17) {
	case 0, 1:
		return fmt.Sprintf("(%s + %s)", sub(), sub())
	case 2:
		return fmt.Sprintf("(%s - %s)", sub(), sub())
	case 3, 4, 5:
		return fmt.Sprintf("%s * %s", e.leaf(), e.bounded(depth-1))
	case 6:
		l := e.leaf()
		return fmt.Sprintf("(%s / (1.5 + %s * %s))", sub(), l, l)
	case 7:
		return fmt.Sprintf("sin(%s)", sub())
	case 8:
		return fmt.Sprintf("cos(%s)", sub())
	case 9:
		return fmt.Sprintf("exp(sin(%s))", sub())
	case 10:
		return fmt.Sprintf("sqrt(1.0 + %s)", e.square())
	case 11:
		return fmt.Sprintf("(%s ? %s : %s)", e.cond(), sub(), sub())
	case 12:
		return fmt.Sprintf("%s(%s, %s)", e.pick("fmax", "fmin"), sub(), sub())
	case 13:
		if e.chance(0.3) {
			return fmt.Sprintf("pow(1.1 + %s, 1.0 + %s)", e.square(), e.bounded(1))
		}
		return fmt.Sprintf("fabs(%s)", sub())
	case 14:
		if c, ok := e.call(); ok {
			return c
		}
	case 15:
		return fmt.Sprintf("log(1.5 + %s)", e.square())
	}
	return e.leaf()
}

func (e *exprs) square() string {
	l := e.leaf()
	return fmt.Sprintf("%s * %s", l, l)
}

// bounded is an expression with a value between -3 and 3.
func (e *exprs) bounded(depth int) string {
	return fmt.Sprintf("%s(%s)", e.pick("sin", "cos", "tanh", "sin"), e.dexpr(depth))
}

// stored is what may be assigned: it cannot grow from iteration to iteration.
func (e *exprs) stored(to string) string {
	if e.chance(0.35) {
		return fmt.Sprintf("0.5 * %s + 0.4 * %s", to, e.leaf())
	}
	if e.chance(0.1) {
		return e.leaf()
	}
	return e.bounded(2)
}

// cond is a condition, on integers or on floats.
func (e *exprs) cond() string {
	if e.chance(0.5) {
		return fmt.Sprintf("%s %s %s", e.leaf(), e.pick("<", ">", "<=", ">="), e.pick("0.1371", "-0.3117", "0.7113", "1.0191"))
	}
	switch e.below(4) {
	case 0:
		if v, ok := e.any(counter); ok {
			return fmt.Sprintf("%s %s %d", v.name, e.pick("<", ">", "==", "!="), e.below(8))
		}
	case 1:
		return fmt.Sprintf("(%s) %s 4", e.index(), e.pick("<", ">", "!="))
	}
	return fmt.Sprintf("((%s) & %d)", e.index(), 1+e.below(3))
}

// where is a pointer to eight doubles.
func (e *exprs) where() string {
	if v, ok := e.any(array); ok && e.chance(0.5) {
		if e.chance(0.4) {
			return fmt.Sprintf("%s + %d", v.name, e.below(5))
		}
		return v.name
	}
	switch e.below(4) {
	case 0:
		if v, ok := e.any(rows); ok {
			return fmt.Sprintf("%s[(%s) %% 3]", v.name, e.index())
		}
	case 1:
		if v, ok := e.any(aView); ok {
			return v.name + ".p"
		}
	}
	v, _ := e.any(array, pointer)
	return v.name
}

// call is a call of a helper that returns a double.
func (e *exprs) call() (string, bool) {
	if e.cost > 300 {
		return "", false
	}
	args := func(depth string) string {
		return fmt.Sprintf("(%s, %s, %s, %s)", e.where(), e.where(), depth, e.leaf())
	}
	if e.self != "" && e.cost <= 30 && e.chance(0.6) {
		e.cost *= 8
		return e.self + args("i - "+e.pick("1", "2")), true
	}
	if len(e.funcs) == 0 {
		return "", false
	}
	e.cost *= 2
	defer func() { e.cost /= 2 }()
	if e.inF() && len(e.funcs) > 1 && e.chance(0.25) {
		return fmt.Sprintf("table[(%s) & 1]%s", e.index(), args("2")), true
	}
	return e.funcs[e.below(len(e.funcs))] + args(e.pick("3", e.index())), true
}
