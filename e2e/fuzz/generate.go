package fuzz

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Program is the text of the C program that belongs to a seed.
func Program(seed uint64) string {
	sc := &scope{dice: dice{rand.New(rand.NewPCG(seed, 0x6c6c6164))}}
	g := &gen{scope: sc, e: exprs{scope: sc}}
	g.bits = g.chance(0.5)
	g.e.floats = g.chance(0.6)
	g.heap = g.chance(0.6)
	g.rare = g.chance(0.3)
	return g.program()
}

// gen holds a program in the making.
type gen struct {
	*scope
	text
	e exprs

	bits, heap, rare, odd bool // which kinds of statements this program has

	voids []string // helpers void(double *, float *, struct S *, int) so far
	pairs []string // helpers struct P(struct P, double) so far
	ret   string   // what a return statement of this function returns: double, void, struct P
	loops []loop
	left  int // statements this function may still have
}

// dice decide.
type dice struct{ r *rand.Rand }

func (d dice) chance(p float64) bool { return d.r.Float64() < p }
func (d dice) below(n int) int       { return d.r.IntN(n) }
func (d dice) pick(s ...string) string {
	return s[d.below(len(s))]
}

// text is what has been written.
type text struct {
	b     strings.Builder
	level int // indentation
	names int // given so far
}

func (t *text) fresh(prefix string) string {
	t.names++
	return fmt.Sprintf("%s%d", prefix, t.names)
}

func (t *text) line(format string, args ...any) {
	t.b.WriteString(strings.Repeat("  ", t.level))
	fmt.Fprintf(&t.b, format, args...)
	t.b.WriteByte('\n')
}

// scope is what can be mentioned, by the block that declares it.
type scope struct {
	dice
	vars   []variable
	blocks []mark
}

func (s *scope) declare(name string, k kind) { s.vars = append(s.vars, variable{name: name, kind: k}) }

// all lists the variables of these kinds in scope.
func (s *scope) all(kinds ...kind) (out []variable) {
	for _, v := range s.vars {
		for _, k := range kinds {
			if v.kind == k {
				out = append(out, v)
			}
		}
	}
	return out
}

// any is a variable of one of these kinds.
func (s *scope) any(kinds ...kind) (variable, bool) {
	list := s.all(kinds...)
	if len(list) == 0 {
		return variable{}, false
	}
	return list[s.below(len(list))], true
}

func (s *scope) has(name string) bool {
	for _, v := range s.vars {
		if v.name == name {
			return true
		}
	}
	return false
}

// hasStructs tells whether s is in scope: it is in f and in void helpers.
func (s *scope) hasStructs() bool { return s.has("s") || s.inF() }

// inF tells whether this is f, not a helper.
func (s *scope) inF() bool { return s.has("a") }

// variable is something in scope.
type variable struct {
	name string
	kind kind
	safe bool // no pointer may lead to it: it can be freed or moved
	heap bool
}

type kind int

const (
	aDouble kind = iota
	aFloat
	anInt   // non-negative
	counter // of a loop: read only, below 8
	array   // 12 doubles
	farray  // 12 floats
	pointer // assignable, to at least 8 doubles
	matrix  // double [4][4]
	aPair   // struct P
	aView   // struct V: a pointer and a length
	rows    // double *[3]
	aStruct // struct S
)

type mark struct{ vars int }

type loop struct {
	vars  int  // in scope outside
	inner bool // continue is possible
}

func (g *gen) open(format string, args ...any) {
	g.line(format+" {", args...)
	g.level++
	g.blocks = append(g.blocks, mark{len(g.vars)})
}

// close ends a block; what was allocated in it must have been freed.
func (g *gen) close(tail string) {
	top := len(g.blocks) - 1
	g.free(g.blocks[top].vars)
	g.vars = g.vars[:g.blocks[top].vars]
	g.blocks = g.blocks[:top]
	g.level--
	g.line("}%s", tail)
}

// free frees what is on the heap of the variables from the given one on.
func (g *gen) free(from int) {
	for i := len(g.vars) - 1; i >= from; i-- {
		if g.vars[i].heap {
			g.line("free(%s);", g.vars[i].name)
		}
	}
}

const head = `#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
struct S { double u; int k; float w; double v[3]; };
struct P { double a; double b; };
struct V { double *p; int n; };
struct N { double v; struct N *next; };
struct B { double v[2]; float w; double k; };
typedef double V4 __attribute__((vector_size(32)));
typedef int64_t L4 __attribute__((vector_size(32)));
typedef float F4 __attribute__((vector_size(16)));
typedef double fun(double *, double *, int, double);
`

func (g *gen) program() string {
	g.b.WriteString(head)
	g.odd = g.chance(0.5)
	if g.odd {
		g.line("static %sstruct B blend(struct B b, double c) { b.v[0] = 0.5 * b.v[0] + 0.2 * c; b.v[1] *= b.w; b.k = c; return b; }", g.pick("", "__attribute__((noinline)) "))
	}
	g.line("static double G[12];")
	g.line("%sdouble H;", g.pick("", "static "))
	for range g.below(4) {
		switch g.below(4) {
		case 0, 1:
			g.helper()
		case 2:
			g.voidHelper()
		default:
			g.pairHelper()
		}
	}
	if len(g.e.funcs) > 1 {
		g.line("static fun *const table[] = {%s, %s};", g.e.funcs[0], g.e.funcs[1])
	}
	g.function("double f(double *x, double *y, float *z, struct S *s, const int *idx, int n, double a)", "double", 6+g.below(14), 1, func() {
		g.declare("x", array)
		g.declare("y", array)
		g.declare("z", farray)
		g.declare("n", counter)
		g.declare("a", aDouble)
		g.line("for (int i = 0; i < 12; i++) G[i] = 0.5 * %s[i];", g.pick("x", "y"))
		g.line("H = a;")
	})
	return g.b.String()
}

// function writes a function with a body of about so many statements.
func (g *gen) function(head, ret string, size, cost int, begin func()) {
	g.vars, g.blocks, g.loops = nil, nil, nil
	g.left, g.ret, g.e.cost = size, ret, cost
	g.open("%s", head)
	g.declare("G", array)
	g.declare("H", aDouble)
	begin()
	d := g.fresh("d")
	g.line("double %s = %s;", d, g.e.dexpr(2))
	g.declare(d, aDouble)
	for g.left > 0 {
		g.statement()
	}
	if ret != "void" {
		g.leave()
	} else {
		g.close("")
		return
	}
	g.vars = g.vars[:g.blocks[0].vars]
	g.blocks = nil
	g.level--
	g.line("}")
}

// leave writes a return.
func (g *gen) leave() {
	t := g.fresh("r")
	switch g.ret {
	case "double":
		g.line("double %s = %s;", t, g.e.dexpr(3))
	case "struct P":
		g.line("struct P %s = {%s, %s};", t, g.e.dexpr(1), g.e.dexpr(2))
	}
	g.free(0)
	if g.ret == "void" {
		g.line("return;")
	} else {
		g.line("return %s;", t)
	}
}

func (g *gen) linkage() string {
	return g.pick("static double", "static __attribute__((noinline)) double", "__attribute__((noinline)) double")
}

func (g *gen) helper() {
	name := g.fresh("h")
	if g.chance(0.3) {
		g.e.self = name
	}
	g.function(fmt.Sprintf("%s %s(double *p, double *q, int i, double c)", g.linkage(), name), "double", 2+g.below(5), 30, func() {
		g.declare("p", pointer)
		g.declare("q", pointer)
		g.declare("i", counter)
		g.declare("c", aDouble)
		if g.e.self != "" {
			g.line("if (i <= 0) return %s;", g.pick("c", "p[0] * c", "sin(c) + q[1]", "H"))
		}
	})
	g.e.self = ""
	g.e.funcs = append(g.e.funcs, name)
}

func (g *gen) voidHelper() {
	name := g.fresh("v")
	g.function(fmt.Sprintf("static %svoid %s(double *p, float *z, struct S *s, int i)", g.pick("", "__attribute__((noinline)) "), name), "void", 2+g.below(4), 30, func() {
		g.declare("p", pointer)
		g.declare("z", farray)
		g.declare("s", -1)
		g.declare("i", counter)
	})
	g.voids = append(g.voids, name)
}

func (g *gen) pairHelper() {
	name := g.fresh("p")
	g.function(fmt.Sprintf("static %sstruct P %s(struct P t, double c)", g.pick("", "__attribute__((noinline)) "), name), "struct P", 1+g.below(3), 30, func() {
		g.declare("t", aPair)
		g.declare("c", aDouble)
	})
	g.pairs = append(g.pairs, name)
}
