package fuzz

import "fmt"

// more writes statements about less common things: vectors, structs by value
// that hold arrays, arrays of structs, library functions with several results,
// loops with two entries, floats of other sizes.
func (g *gen) more() {
	switch g.below(10) {
	case 0, 1:
		g.vector()
	case 2:
		p := g.e.place()
		b := g.fresh("b")
		g.line("struct B %s = blend((struct B){{%s, %s}, %s, 1}, %s);", b, g.e.bounded(1), g.e.leaf(), g.e.bounded(1), g.e.leaf())
		g.line("%s = 0.5 * %s + 0.2 * %s.v[%s] * %s.w;", p, p, b, g.below1(2), b)
	case 3:
		g.records()
	case 4:
		p := g.e.place()
		t := g.fresh("t")
		g.line("{ double %s; %s = 0.5 * modf(2.0 * %s, &%s) + 0.01 * %s; }", t, p, g.e.bounded(1), t, t)
	case 5:
		p := g.e.place()
		t := g.fresh("t")
		g.line("{ int %s; double m = frexp(1.5 + %s, &%s); %s = 0.3 * ldexp(m, %s - 1); }", t, g.e.square(), t, p, t)
	case 6:
		g.twoEntries()
	case 7:
		p := g.e.place()
		t := g.fresh("t")
		g.line("{ long double %s = %s; %s = %s * %s; %s = (double)(0.5L * sinl(%s)); }", t, g.e.bounded(1), t, t, g.e.bounded(0), p, t)
	case 8:
		p := g.e.place()
		g.line("%s = %s;", p, g.pick(
			fmt.Sprintf("0.3 * atan2(%s, 1.5 + %s)", g.e.leaf(), g.e.square()),
			fmt.Sprintf("0.2 * fmod(%s, 1.7)", g.e.leaf()),
			fmt.Sprintf("sin(hypot(%s, 1.0))", g.e.leaf()),
			fmt.Sprintf("0.3 * copysign(%s, %s)", g.e.bounded(1), g.e.leaf()),
			fmt.Sprintf("fma(0.3, %s, floor(%s) * 0.05)", g.e.bounded(1), g.e.bounded(1)),
			fmt.Sprintf("%s > 0 ? sqrt(%s) * 0.4 : 0.1", p, p),
			fmt.Sprintf("isnan(%s) ? 1.0 / 0.0 : 0.4 * %s", p, p)))
	default:
		if len(g.loops) < 2 {
			g.sorted()
		}
	}
}

// below1 is a number below n, as text.
func (g *gen) below1(n int) string { return fmt.Sprint(g.below(n)) }

// vector works on four doubles at once.
func (g *gen) vector() {
	a, b, c := g.fresh("va"), g.fresh("vb"), g.fresh("vc")
	from, to := g.e.where(), g.e.where()
	g.open("")
	g.line("V4 %s, %s, %s; memcpy(&%s, %s, 32); memcpy(&%s, %s, 32);", a, b, c, a, from, b, g.e.where())
	switch g.below(5) {
	case 0:
		g.line("%s = %s * 0.4 + %s * %s * 0.2;", c, a, a, b)
	case 1:
		g.line("%s = __builtin_shufflevector(%s, %s, %d, %d, %d, %d) * 0.5;", c, a, b, g.below(8), g.below(8), g.below(8), g.below(8))
	case 2:
		g.line("L4 mask = %s > %s; %s = (V4)((L4)%s & mask) * 0.5;", a, b, c, a)
	case 3:
		g.line("%s = %s / (1.5 + %s * %s); %s[(%s) & 3] = %s;", c, a, b, b, c, g.e.index(), g.e.bounded(1))
	default:
		g.line("F4 half = __builtin_convertvector(%s, F4) * 0.5f; %s = __builtin_convertvector(half, V4) + %s[(%s) & 3] * 0.1;", a, c, b, g.e.index())
	}
	g.line("memcpy(%s, &%s, 32);", to, c)
	g.close("")
}

// records fills an array of structs and reads it in another order.
func (g *gen) records() {
	v, i := g.fresh("rec"), g.fresh("i")
	g.open("")
	if g.heap && g.chance(0.5) {
		g.line("struct S *%s = malloc(5 * sizeof *%s);", v, v)
		g.vars = append(g.vars, variable{v, -1, true, true})
	} else {
		g.line("struct S %s[5];", v)
	}
	g.line("for (int %s = 0; %s < 5; %s++) %s[%s] = (struct S){%s, %s, 0.5f, {%s, %s * 0.1, 1}};", i, i, i, v, i, g.e.bounded(1), i, g.e.leaf(), i)
	g.line("%s[%d] = %s[%d];", v, g.below(5), v, g.below(5))
	g.line("%s[%d].u *= %s[%d].v[1];", v, g.below(5), v, g.below(5))
	p := g.e.place()
	g.line("for (int %s = 4; %s >= 0; %s--) %s = 0.6 * %s + 0.2 * %s[%s[%s].k].u * %s[%s].v[0];", i, i, i, p, p, v, v, i, v, i)
	g.close("")
}

// twoEntries writes a loop that a goto enters in the middle.
func (g *gen) twoEntries() {
	k, l := g.fresh("k"), g.fresh("mid")
	p, q := g.e.place(), g.e.place()
	g.line("{ int %s = 0; if (%s) goto %s;", k, g.e.cond(), l)
	g.line("while (%s < 4) {", k)
	g.line("%s = 0.5 * %s + 0.2 * %s;", p, p, g.e.bounded(1))
	g.line("%s: %s = 0.6 * %s + 0.1 * %s; %s++; } }", l, q, q, g.e.bounded(1), k)
}

// sorted sorts eight doubles, by insertion or by the library.
func (g *gen) sorted() {
	v, p := g.fresh("so"), g.e.place()
	g.open("")
	g.line("double %s[8]; memcpy(%s, %s, sizeof %s);", v, v, g.e.where(), v)
	if g.chance(0.5) {
		g.line("for (int i = 1; i < 8; i++) { double t = %s[i]; int j = i; while (j > 0 && %s[j - 1] > t) { %s[j] = %s[j - 1]; j--; } %s[j] = t; }", v, v, v, v, v)
	} else {
		g.line("for (int i = 0; i < 7; i++) for (int j = 7; j > i; j--) if (%s[j] < %s[j - 1]) { double t = %s[j]; %s[j] = %s[j - 1]; %s[j - 1] = t; }", v, v, v, v, v, v)
	}
	g.line("%s = 0.4 * %s + 0.3 * %s[%d] * %s[%d];", p, p, v, g.below(8), v, g.below(8))
	g.close("")
}
