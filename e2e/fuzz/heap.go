package fuzz

import "fmt"

// block writes a block with an array of its own.
func (g *gen) block() {
	g.open("")
	m := g.array()
	g.body(1 + g.below(3))
	if m >= 0 && g.vars[m].heap && g.vars[m].safe && g.chance(0.5) {
		if g.chance(0.5) {
			g.grow(m)
			g.body(1 + g.below(2))
		} else {
			g.early(m)
		}
	}
	g.close("")
}

// array declares an array, on the stack or on the heap, with contents. It
// gives the number of its variable, or -1.
func (g *gen) array() int {
	v, i := g.fresh("b"), g.fresh("i")
	val := g.e.bounded(1)
	from := g.e.where()
	heap := g.heap && g.chance(0.6)
	zeroed := false
	switch k := g.below(6); {
	case heap && k < 4:
		g.line("double *%s = malloc(12 * sizeof(double));", v)
	case heap:
		g.line("double *%s = calloc(12, sizeof(double));", v)
		zeroed = g.chance(0.5)
	case k == 0:
		g.line("double %s[12] = {%s, %s};", v, g.e.leaf(), g.e.leaf())
		zeroed = true
	case k == 1 && g.rare && g.inF():
		g.line("double %s[n + 8];", v)
	case k == 2 && g.rare:
		g.line("double *%s = __builtin_alloca(96);", v)
	case k == 3:
		return g.matrix(v, val)
	case k == 4 && g.rare:
		g.line("static double %s[12];", v)
	default:
		g.line("double %s[12];", v)
	}
	if !zeroed {
		switch g.below(3) {
		case 0:
			g.line("for (int %s = 0; %s < 12; %s++) %s[%s] = %s * (%s + 1);", i, i, i, v, i, val, i)
		case 1:
			g.line("memset(%s, 0, 12 * sizeof(double));", v)
			g.line("memcpy(%s, %s, 8 * sizeof(double));", v, from)
		default:
			g.line("for (int %s = 0; %s < 8; %s++) %s[%s] = (%s)[%s];", i, i, i, v, i, from, i)
			g.line("for (int %s = 8; %s < 12; %s++) %s[%s] = 0.25;", i, i, i, v, i)
		}
	}
	g.vars = append(g.vars, variable{v, array, heap && g.chance(0.6), heap})
	m := len(g.vars) - 1
	if g.vars[m].safe {
		g.vars[m].kind = matrixOfHeap
	}
	return m
}

// matrixOfHeap marks heap memory that is reached by its name only.
const matrixOfHeap kind = 100

func (g *gen) matrix(v, val string) int {
	i := g.fresh("i")
	g.line("double %s[4][4];", v)
	g.line("for (int %s = 0; %s < 16; %s++) %s[%s >> 2][%s & 3] = %s + 0.1 * %s;", i, i, i, v, i, i, val, i)
	g.declare(v, matrix)
	return -1
}

// grow moves a block of the heap to another place.
func (g *gen) grow(m int) {
	v, i := g.vars[m].name, g.fresh("i")
	for range 1 + g.below(2) {
		g.touch(m)
	}
	g.line("%s = realloc(%s, %d * sizeof(double));", v, v, 12+g.below(3)*8)
	g.line("for (int %s = 0; %s < 12; %s++) %s[%s] = sin(%s[%s]) + 0.1 * %s;", i, i, i, v, i, v, i, g.e.leaf())
	g.touch(m)
}

// touch reads and writes heap memory that is reached by its name only.
func (g *gen) touch(m int) {
	v := g.vars[m].name
	g.line("%s[%s] = %s * %s[%s];", v, g.e.index(), g.e.bounded(1), v, g.e.index())
	p := g.e.place()
	g.line("%s = 0.5 * %s + 0.3 * %s[%s] * %s;", p, p, v, g.e.index(), g.e.bounded(1))
}

// early frees a block while there is still something to do.
func (g *gen) early(m int) {
	g.touch(m)
	g.touch(m)
	g.line("free(%s);", g.vars[m].name)
	g.vars[m].heap = false
	g.vars[m].kind = -1
	g.body(1)
}

// memory writes a statement about memory.
func (g *gen) memory() {
	switch g.below(9) {
	case 0, 1:
		n := 1 + g.below(8)
		g.line("memmove(%s, %s, %d * sizeof(double));", g.e.where(), g.e.where(), n)
	case 2:
		g.line("memset(%s, 0, %d * sizeof(double));", g.e.where(), 1+g.below(4))
	case 3:
		v := g.fresh("p")
		g.line("double *%s = %s;", v, g.e.where())
		g.declare(v, pointer)
	case 4:
		g.repoint()
	case 5:
		v := g.fresh("u")
		g.line("struct V %s = {%s, 8};", v, g.e.where())
		g.declare(v, aView)
	case 6:
		v := g.fresh("rw")
		g.line("double *%s[3] = {%s, %s, %s};", v, g.e.where(), g.e.where(), g.e.where())
		g.declare(v, rows)
	case 7:
		if g.heap && len(g.loops) < 2 {
			g.list()
		}
	default:
		v, p := g.fresh("pp"), g.fresh("d")
		g.line("double %s = 0, *%s = %s;", p, v, g.e.where())
		i := g.fresh("i")
		g.line("for (int %s = 0; %s < 8; %s++, %s++) %s += 0.2 * *%s * %s;", i, i, i, v, p, v, g.e.constant())
		g.declare(p, aDouble)
	}
}

// repoint assigns to a pointer, or to a place that holds one, what lives at
// least as long.
func (g *gen) repoint() {
	var at []int
	for i, v := range g.vars {
		if v.kind == pointer || v.kind == aView || v.kind == rows {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return
	}
	k := at[g.below(len(at))]
	v := g.vars[k]
	// what is declared before v, in its block or around it, lives as long
	later := g.vars[k+1:]
	saved := append([]variable(nil), later...)
	g.vars = g.vars[:k]
	var to []string
	for range 2 {
		to = append(to, g.e.where())
	}
	g.vars = append(g.vars, v)
	g.vars = append(g.vars, saved...)
	switch v.kind {
	case pointer:
		g.line("%s = %s ? %s : %s;", v.name, g.e.cond(), to[0], to[1])
	case aView:
		g.line("%s.p = %s;", v.name, to[0])
	case rows:
		if g.chance(0.5) {
			t := g.fresh("t")
			g.line("{ double *%s = %s[0]; %s[0] = %s[2]; %s[2] = %s; }", t, v.name, v.name, v.name, v.name, t)
		} else {
			g.line("%s[(%s) %% 3] = %s;", v.name, g.e.index(), to[0])
		}
	}
}

// list builds a linked list, walks it and frees it.
func (g *gen) list() {
	h, i, e := g.fresh("head"), g.fresh("i"), g.fresh("e")
	g.line("struct N *%s = 0;", h)
	g.enterLoop(true)
	g.open("for (int %s = 0; %s < %s; %s++)", i, i, g.pick("5", "7"), i)
	g.line("struct N *%s = malloc(sizeof *%s);", e, e)
	g.declare(i, counter)
	g.line("%s->v = %s;", e, g.e.bounded(1))
	g.line("%s->next = %s;", e, h)
	g.line("%s = %s;", h, e)
	g.leaveLoop()
	g.close("")
	if g.chance(0.5) {
		p := g.e.place()
		g.line("for (struct N *%s = %s; %s; %s = %s->next) { %s->v *= 0.9 + 0.1 * %s; %s = 0.5 * %s + 0.2 * %s->v; }", e, h, e, e, e, e, g.e.bounded(1), p, p, e)
	}
	p := g.e.place()
	g.line("while (%s) { struct N *%s = %s->next; %s = %s; free(%s); %s = %s; }",
		h, e, h, p, fmt.Sprintf("0.5 * %s + 0.3 * %s->v", p, h), h, h, e)
}
