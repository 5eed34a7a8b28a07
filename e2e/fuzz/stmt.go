package fuzz

import "fmt"

// statement writes one statement with all that is in it.
func (g *gen) statement() {
	g.left--
	if len(g.loops) < 3 && len(g.blocks) < 6 && g.chance(0.35) {
		g.compound()
		return
	}
	if g.odd && g.chance(0.12) {
		g.more()
		return
	}
	switch g.below(16) {
	case 0, 1, 2:
		g.assign()
	case 3, 4, 5, 6:
		p := g.e.place()
		g.line("%s = %s;", p, g.e.stored(p))
	case 7:
		if p, ok := g.e.fplace(); ok && g.e.floats {
			g.line("%s = (float)(%s);", p, g.e.stored(p))
		} else {
			p := g.e.place()
			g.line("%s += 0.25 * %s;", p, g.e.bounded(1))
		}
	case 8, 9:
		g.newScalar()
	case 10:
		g.callStatement()
	case 11:
		g.structs()
	case 12:
		if g.bits {
			g.pun()
		} else {
			g.swap()
		}
	default:
		g.memory()
	}
}

// compound writes a statement that has others inside.
func (g *gen) compound() {
	switch g.below(12) {
	case 0, 1, 2, 3:
		g.countedLoop()
	case 4:
		g.whileLoop()
	case 5, 6, 7:
		g.open("if (%s)", g.e.cond())
		g.body(1 + g.below(3))
		if g.chance(0.5) {
			g.leaveEarly()
			g.close("")
			return
		}
		if g.chance(0.6) {
			g.close(" else {")
			g.level++
			g.blocks = append(g.blocks, mark{len(g.vars)})
			g.body(1 + g.below(3))
		}
		g.close("")
	case 8:
		g.choice()
	case 9:
		g.gotoLoop()
	default:
		g.block()
	}
}

func (g *gen) body(n int) {
	for range n {
		g.statement()
	}
}

// leaveEarly writes break, continue, or return at the end of a conditional
// block.
func (g *gen) leaveEarly() {
	if n := len(g.loops); n > 0 && g.chance(0.7) {
		g.free(g.loops[n-1].vars)
		if g.loops[n-1].inner && g.chance(0.5) {
			g.line("continue;")
		} else {
			g.line("break;")
		}
		g.noFrees()
		return
	}
	if g.ret != "" {
		g.leave()
		g.noFrees()
	}
}

// noFrees keeps close from freeing behind a jump what was freed before it.
func (g *gen) noFrees() {
	for i := g.blocks[len(g.blocks)-1].vars; i < len(g.vars); i++ {
		g.vars[i].heap = false
	}
}

func (g *gen) enterLoop(inner bool) {
	g.loops = append(g.loops, loop{len(g.vars), inner})
	g.e.cost *= 8
}

func (g *gen) leaveLoop() {
	g.loops = g.loops[:len(g.loops)-1]
	g.e.cost /= 8
}

func (g *gen) countedLoop() {
	i := g.fresh("i")
	bound := g.pick("n", "n", "8", "6", "5")
	if !g.inF() && bound == "n" {
		bound = "7"
	}
	if v, ok := g.any(counter); ok && g.chance(0.2) && v.name != "n" {
		bound = v.name
	}
	g.enterLoop(true)
	switch g.below(5) {
	case 0:
		g.open("for (int %s = 7; %s >= 0; %s -= %d)", i, i, i, 1+g.below(3))
	case 1:
		g.open("for (int %s = %d; %s < %s; %s += 2)", i, g.below(2), i, bound, i)
	default:
		g.open("for (int %s = 0; %s < %s; %s++)", i, i, bound, i)
	}
	g.declare(i, counter)
	if g.chance(0.35) { // a plain kernel
		g.kernel(i)
	} else {
		g.body(1 + g.below(4))
	}
	g.leaveLoop()
	g.close("")
}

// kernel writes statements of the kind that compilers make vectors of.
func (g *gen) kernel(i string) {
	for range 1 + g.below(2) {
		a, b := g.e.where(), g.e.where()
		acc, ok := g.any(aDouble)
		switch k := g.below(5); {
		case k == 0 && ok:
			g.line("%s += 0.1 * (%s)[%s] * (%s)[%s];", acc.name, a, i, b, i)
		case k == 1:
			g.line("(%s)[%s] = 0.5 * (%s)[%s] + 0.3 * (%s)[%s];", a, i, b, i, g.e.where(), i)
		case k == 2:
			g.line("(%s)[%s] = (%s)[%s] > 0.2113 ? sin((%s)[%s]) : 0.7 * (%s)[7 - %s];", a, i, b, i, a, i, b, i)
		case k == 3:
			g.line("(%s)[%s] = 0.5 * (%s)[%s] - 0.2 * (%s)[%s & 6];", a, i, a, i, b, i)
		default:
			if p, ok := g.any(farray); ok && g.e.floats {
				g.line("%s[%s] = 0.5f * %s[%s] + (float)(0.1 * (%s)[%s]);", p.name, i, p.name, i, a, i)
			} else {
				g.line("(%s)[%s] *= 0.8 + 0.1 * (%s)[%s] / (1.0 + (%s)[%s] * (%s)[%s]);", a, i, b, i, b, i, b, i)
			}
		}
	}
}

func (g *gen) whileLoop() {
	k, e := g.fresh("k"), g.fresh("e")
	g.line("int %s = 0;", k)
	g.line("double %s = %s;", e, g.e.leaf())
	g.declare(e, aDouble)
	g.enterLoop(false)
	if g.chance(0.5) {
		g.open("while (%s > 0.0513 && %s < 9)", e, k)
		g.declare(k, counter)
		g.line("%s++;", k)
		g.line("%s = 0.6 * %s + 0.1 * %s;", e, e, g.e.bounded(1))
		g.body(1 + g.below(3))
		g.leaveLoop()
		g.close("")
		return
	}
	g.open("do")
	g.declare(k, counter)
	g.body(1 + g.below(3))
	g.line("%s = 0.7 * %s - 0.1 * %s;", e, e, g.e.bounded(1))
	g.leaveLoop()
	g.close(fmt.Sprintf(" while (%s > 0.1713 && %s++ < %d);", e, k, 3+g.below(6)))
}

func (g *gen) gotoLoop() {
	k, l := g.fresh("k"), g.fresh("again")
	g.line("int %s = 0;", k)
	g.line("%s:;", l)
	g.enterLoop(false)
	saved := g.loops
	g.loops = nil // break and continue would mean another loop
	ret := g.ret
	g.ret = ""
	g.open("")
	g.declare(k, counter)
	g.body(1 + g.below(3))
	g.close("")
	g.ret = ret
	g.loops = saved
	g.leaveLoop()
	g.line("if (++%s < %d && %s) goto %s;", k, 2+g.below(6), g.pick("1", g.e.leaf()+" < 0.9137"), l)
}

// choice writes a switch, at times with a case that falls through.
func (g *gen) choice() {
	g.open("switch ((%s) & 3)", g.e.index())
	saved := g.loops
	g.loops = nil
	ret := g.ret
	g.ret = ""
	for c := range 2 + g.below(3) {
		if c == 3 {
			g.open("default:")
		} else {
			g.open("case %d:", c)
		}
		g.body(1 + g.below(2))
		g.close(g.pick(" break;", " break;", " /* FALLTHROUGH */"))
	}
	g.ret = ret
	g.loops = saved
	g.close("")
}

// newScalar declares a variable. Declarations stand in the innermost block.
func (g *gen) newScalar() {
	switch g.below(5) {
	case 0:
		if g.e.floats {
			v := g.fresh("w")
			g.line("float %s = (float)%s;", v, g.e.bounded(2))
			g.declare(v, aFloat)
			return
		}
	case 1:
		v := g.fresh("m")
		g.line("int %s = %s;", v, g.e.index())
		g.declare(v, anInt)
		return
	case 2:
		if g.rare {
			v := g.fresh("o")
			g.line("volatile double %s = %s;", v, g.e.bounded(2))
			g.declare(v, aDouble)
			return
		}
	}
	v := g.fresh("d")
	g.line("double %s = %s;", v, g.e.dexpr(3))
	g.declare(v, aDouble)
}

func (g *gen) assign() {
	if v, ok := g.any(anInt); ok && g.chance(0.2) {
		g.line("%s = (%s * 3 + (%s)) & 63;", v.name, v.name, g.e.index())
		return
	}
	if v, ok := g.any(aFloat); ok && g.chance(0.3) {
		g.line("%s = (float)(%s);", v.name, g.e.stored(v.name))
		return
	}
	if v, ok := g.any(aDouble); ok {
		g.line("%s = %s;", v.name, g.e.stored(v.name))
	}
}

// swap rotates scalars or elements.
func (g *gen) swap() {
	a, b := g.e.place(), g.e.place()
	if v, ok := g.any(aDouble); ok && g.chance(0.5) {
		a = v.name
	}
	t := g.fresh("t")
	g.line("{ double %s = %s; %s = %s; %s = %s; }", t, a, a, b, b, t)
}

// callStatement calls a helper for what it does to memory.
func (g *gen) callStatement() {
	if g.e.cost > 300 {
		return
	}
	switch g.below(4) {
	case 0, 1:
		if z, ok := g.any(farray); ok && len(g.voids) > 0 && g.hasStructs() {
			g.line("%s(%s, %s, s, %s);", g.voids[g.below(len(g.voids))], g.e.where(), z.name, g.e.index())
			return
		}
	case 2:
		if p, ok := g.any(aPair); ok && len(g.pairs) > 0 {
			g.line("%s = %s(%s, %s);", p.name, g.pairs[g.below(len(g.pairs))], p.name, g.e.leaf())
			return
		}
	}
	e, ok := g.e.call()
	if !ok {
		return
	}
	if len(g.e.funcs) > 1 && g.chance(0.2) {
		t := g.fresh("fp")
		g.line("fun *%s = %s ? %s : %s;", t, g.e.cond(), g.e.funcs[0], g.e.funcs[1])
		e = fmt.Sprintf("%s(%s, %s, 2, %s)", t, g.e.where(), g.e.where(), g.e.leaf())
	}
	p := g.e.place()
	g.line("%s = 0.3 * sin(%s);", p, e)
}

// structs writes a statement about structs as a whole.
func (g *gen) structs() {
	switch g.below(5) {
	case 0:
		if g.hasStructs() {
			g.line("s[(%s) & 3] = s[(%s) & 3];", g.e.index(), g.e.index())
			return
		}
	case 1:
		if p, ok := g.any(aPair); ok {
			g.line("%s = (struct P){%s, %s};", p.name, g.e.bounded(1), g.e.stored(p.name+".a"))
			return
		}
	case 2:
		if g.hasStructs() {
			v := g.fresh("q")
			g.line("struct S %s = s[(%s) & 3];", v, g.e.index())
			g.declare(v, aStruct)
			return
		}
	case 3:
		if v, ok := g.any(aStruct); ok && g.hasStructs() {
			g.line("s[(%s) & 3] = %s;", g.e.index(), v.name)
			return
		}
	}
	v := g.fresh("q")
	g.line("struct P %s = {%s, %s};", v, g.e.leaf(), g.e.bounded(2))
	g.declare(v, aPair)
}

// pun moves floats as integers or as bytes.
func (g *gen) pun() {
	a, b := g.e.place(), g.e.place()
	t := g.fresh("t")
	switch g.below(5) {
	case 0:
		g.line("{ uint64_t %s; memcpy(&%s, &%s, 8); memcpy(&%s, &%s, 8); memcpy(&%s, &%s, 8); }", t, t, a, a, b, b, t)
	case 1:
		g.line("{ union { double d; uint64_t u; } %s, o; %s.d = %s; o.u = %s.u; %s = 0.9 * o.d; }", t, t, a, t, b)
	case 2:
		g.line("{ union { double d; uint64_t u; } %s; %s.d = %s; %s.u ^= 0x8000000000000000u; %s = %s.d; }", t, t, a, t, b, t)
	case 3:
		if p, ok := g.e.fplace(); ok {
			g.line("{ union { float f; uint32_t u; } %s; %s.f = %s; uint32_t u = %s.u; memcpy(&%s, &u, 4); }", t, t, p, t, p)
			return
		}
		fallthrough
	default:
		g.line("{ union { double d; uint64_t u; } %s; %s.d = %s; %s.u &= 0x7fffffffffffffffu; %s = %s.d; }", t, t, a, t, b, t)
	}
}
