package fuzz

import "fmt"

// index is an integer expression from 0 to 7.
func (g *gen) index() string {
	if v, ok := g.any(counter); ok && g.chance(0.5) && v.name != "n" {
		switch g.below(4) {
		case 0:
			return fmt.Sprintf("%s & 7", v.name)
		case 1:
			return fmt.Sprintf("(%s + %d) & 7", v.name, 1+g.below(7))
		case 2:
			return fmt.Sprintf("(7 - %s) & 7", v.name)
		}
		return fmt.Sprintf("(%s * %d) & 7", v.name, 2+g.below(3))
	}
	switch g.below(5) {
	case 0:
		if v, ok := g.any(anInt); ok {
			return fmt.Sprintf("%s & 7", v.name)
		}
	case 1:
		if g.inF() {
			return fmt.Sprintf("idx[%d]", g.below(8))
		}
	case 2:
		if v, ok := g.any(counter); ok && g.inF() {
			return fmt.Sprintf("idx[%s & 7]", v.name)
		}
	case 3:
		if g.chance(0.3) {
			return fmt.Sprintf("(int)(3.0 * sin(%s)) & 7", g.leaf())
		}
	}
	return fmt.Sprint(g.below(8))
}

// inF tells whether this is f, not a helper.
func (g *gen) inF() bool { return g.has("a") }

// place is an lvalue of type double in memory.
func (g *gen) place() string {
	switch g.below(12) {
	case 0:
		if v, ok := g.any(matrix); ok {
			return fmt.Sprintf("%s[(%s) & 3][(%s) & 3]", v.name, g.index(), g.index())
		}
	case 1:
		if g.hasStructs() {
			return fmt.Sprintf("s[(%s) & 3].u", g.index())
		}
	case 2:
		if g.hasStructs() {
			return fmt.Sprintf("s[(%s) & 3].v[%d]", g.index(), g.below(3))
		}
	case 3:
		if v, ok := g.any(aPair); ok {
			return v.name + g.pick(".a", ".b")
		}
	case 4:
		if v, ok := g.any(aView); ok {
			return fmt.Sprintf("%s.p[%s]", v.name, g.index())
		}
	case 5:
		if v, ok := g.any(rows); ok {
			return fmt.Sprintf("%s[(%s) %% 3][%s]", v.name, g.index(), g.index())
		}
	case 6:
		if v, ok := g.any(aStruct); ok {
			return v.name + g.pick(".u", ".v[1]", ".v[2]")
		}
	}
	if v, ok := g.any(array, pointer); ok {
		return fmt.Sprintf("%s[%s]", v.name, g.index())
	}
	return "H"
}

// fplace is an lvalue of type float.
func (g *gen) fplace() (string, bool) {
	switch g.below(4) {
	case 0:
		if g.hasStructs() {
			return fmt.Sprintf("s[(%s) & 3].w", g.index()), true
		}
	case 1:
		if v, ok := g.any(aFloat); ok {
			return v.name, true
		}
	}
	if v, ok := g.any(farray); ok {
		return fmt.Sprintf("%s[%s]", v.name, g.index()), true
	}
	return "", false
}

func (g *gen) constant() string {
	return g.pick("0.25", "0.7", "1.3", "-0.6", "0.9", "1.5", "-1.1", "2.0")
}

// leaf is an expression of type double without operators.
func (g *gen) leaf() string {
	if g.floats && g.chance(0.2) {
		if p, ok := g.fplace(); ok {
			return p
		}
	}
	switch g.below(8) {
	case 0:
		return g.constant()
	case 1, 2, 3:
		return g.place()
	case 4:
		if v, ok := g.any(counter, anInt); ok && g.chance(0.5) {
			return fmt.Sprintf("(double)(%s & 15)", v.name)
		}
	}
	if v, ok := g.any(aDouble); ok {
		return v.name
	}
	return g.place()
}

// dexpr is an expression of type double. What it computes from numbers of
// moderate size is of moderate size.
func (g *gen) dexpr(depth int) string {
	if depth <= 0 {
		return g.leaf()
	}
	sub := func() string { return g.dexpr(depth - 1) }
	switch g.below(17) {
	case 0, 1:
		return fmt.Sprintf("(%s + %s)", sub(), sub())
	case 2:
		return fmt.Sprintf("(%s - %s)", sub(), sub())
	case 3, 4, 5:
		return fmt.Sprintf("%s * %s", g.leaf(), g.bounded(depth-1))
	case 6:
		l := g.leaf()
		return fmt.Sprintf("(%s / (1.5 + %s * %s))", sub(), l, l)
	case 7:
		return fmt.Sprintf("sin(%s)", sub())
	case 8:
		return fmt.Sprintf("cos(%s)", sub())
	case 9:
		return fmt.Sprintf("exp(sin(%s))", sub())
	case 10:
		return fmt.Sprintf("sqrt(1.0 + %s)", g.square())
	case 11:
		return fmt.Sprintf("(%s ? %s : %s)", g.cond(), sub(), sub())
	case 12:
		return fmt.Sprintf("%s(%s, %s)", g.pick("fmax", "fmin"), sub(), sub())
	case 13:
		if g.chance(0.3) {
			return fmt.Sprintf("pow(1.1 + %s, 1.0 + %s)", g.square(), g.bounded(1))
		}
		return fmt.Sprintf("fabs(%s)", sub())
	case 14:
		if e, ok := g.call(); ok {
			return e
		}
	case 15:
		return fmt.Sprintf("log(1.5 + %s)", g.square())
	}
	return g.leaf()
}

func (g *gen) square() string {
	l := g.leaf()
	return fmt.Sprintf("%s * %s", l, l)
}

// bounded is an expression with a value between -3 and 3.
func (g *gen) bounded(depth int) string {
	return fmt.Sprintf("%s(%s)", g.pick("sin", "cos", "tanh", "sin"), g.dexpr(depth))
}

// stored is what may be assigned: it cannot grow from iteration to iteration.
func (g *gen) stored(to string) string {
	if g.chance(0.35) {
		return fmt.Sprintf("0.5 * %s + 0.4 * %s", to, g.leaf())
	}
	if g.chance(0.1) {
		return g.leaf()
	}
	return g.bounded(2)
}

// cond is a condition, on integers or on floats.
func (g *gen) cond() string {
	if g.chance(0.5) {
		return fmt.Sprintf("%s %s %s", g.leaf(), g.pick("<", ">", "<=", ">="), g.pick("0.1371", "-0.3117", "0.7113", "1.0191"))
	}
	switch g.below(4) {
	case 0:
		if v, ok := g.any(counter); ok {
			return fmt.Sprintf("%s %s %d", v.name, g.pick("<", ">", "==", "!="), g.below(8))
		}
	case 1:
		return fmt.Sprintf("(%s) %s 4", g.index(), g.pick("<", ">", "!="))
	}
	return fmt.Sprintf("((%s) & %d)", g.index(), 1+g.below(3))
}

// where is a pointer to eight doubles.
func (g *gen) where() string {
	if v, ok := g.any(array); ok && g.chance(0.5) {
		if g.chance(0.4) {
			return fmt.Sprintf("%s + %d", v.name, g.below(5))
		}
		return v.name
	}
	switch g.below(4) {
	case 0:
		if v, ok := g.any(rows); ok {
			return fmt.Sprintf("%s[(%s) %% 3]", v.name, g.index())
		}
	case 1:
		if v, ok := g.any(aView); ok {
			return v.name + ".p"
		}
	}
	v, _ := g.any(array, pointer)
	return v.name
}

// call is a call of a helper that returns a double.
func (g *gen) call() (string, bool) {
	if g.cost > 300 {
		return "", false
	}
	args := func(depth string) string {
		return fmt.Sprintf("(%s, %s, %s, %s)", g.where(), g.where(), depth, g.leaf())
	}
	if g.self != "" && g.cost <= 30 && g.chance(0.6) {
		g.cost *= 8
		return g.self + args("i - "+g.pick("1", "2")), true
	}
	if len(g.funcs) == 0 {
		return "", false
	}
	g.cost *= 2
	defer func() { g.cost /= 2 }()
	if g.inF() && len(g.funcs) > 1 && g.chance(0.25) {
		return fmt.Sprintf("table[(%s) & 1]%s", g.index(), args("2")), true
	}
	return g.funcs[g.below(len(g.funcs))] + args(g.pick("3", g.index())), true
}
