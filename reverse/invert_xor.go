package reverse

import "github.com/llad-ad/llad/ir"

// xorTerm is a term of an exclusive or: a value, or one that is shifted.
type xorTerm struct {
	v     ir.Value
	op    ir.Op // Shl, LShr, or 0
	shift int64
}

// combine finds a value from equations that are exclusive ors of unknown terms:
// one alone, or two of which all but one value fall out. Operands of shifts that
// are exclusive ors themselves are taken apart if deep says so.
func (z *inverter) combine(deep bool) bool {
	var terms []map[xorTerm]bool
	var known [][]ir.Value
	for _, e := range z.open {
		t := map[xorTerm]bool{}
		var k []ir.Value
		if e.v.Type().IsInt() && e.low == 0 {
			z.flatten(e.v, true, deep, t, &k)
		}
		terms, known = append(terms, t), append(known, k)
	}
	for a := range z.open {
		if z.take(terms[a], []int{a}, known) {
			return true
		}
	}
	for a := range z.open {
		for c := a + 1; c < len(z.open); c++ {
			if len(terms[a]) == 0 || len(terms[c]) == 0 || z.open[a].v.Type() != z.open[c].v.Type() {
				continue
			}
			if z.take(difference(terms[a], terms[c]), []int{a, c}, known) {
				return true
			}
		}
	}
	return false
}

func difference(a, c map[xorTerm]bool) map[xorTerm]bool {
	d := map[xorTerm]bool{}
	for t := range a {
		d[t] = true
	}
	for t := range c {
		if d[t] {
			delete(d, t)
		} else {
			d[t] = true
		}
	}
	return d
}

// flatten collects the terms of v.
func (z *inverter) flatten(v ir.Value, whole, deep bool, terms map[xorTerm]bool, known *[]ir.Value) {
	toggle := func(t xorTerm) {
		if terms[t] {
			delete(terms, t)
		} else {
			terms[t] = true
		}
	}
	i, ok := v.(*ir.Instr)
	switch {
	case !ok || z.known(v) && !(whole && z.given[v] != nil):
		*known = append(*known, v)
	case z.fn.loops.Of(i.Parent) != z.l:
		toggle(xorTerm{v: v})
	case i.Op == ir.Xor && (whole || deep || !isShifted(i)):
		z.flatten(i.Arg(0), false, deep, terms, known)
		z.flatten(i.Arg(1), false, deep, terms, known)
	case i.Op == ir.Shl && shiftOf(i, ir.Shl, i.Arg(0)) > 0, i.Op == ir.LShr && shiftOf(i, ir.LShr, i.Arg(0)) > 0:
		toggle(xorTerm{i.Arg(0), i.Op, shiftOf(i, i.Op, i.Arg(0))})
	default:
		toggle(xorTerm{v: v})
	}
}

func isShifted(i *ir.Instr) bool {
	for u := range ir.Uses(i) {
		if (u.User.Op == ir.Shl || u.User.Op == ir.LShr) && u.Index() == 0 {
			return true
		}
	}
	return false
}

// take solves the exclusive or of some equations, which has these terms, if they
// are all of one value that is unknown.
func (z *inverter) take(terms map[xorTerm]bool, from []int, known [][]ir.Value) bool {
	var v ir.Value
	var shifted *xorTerm
	plain := false
	for t := range terms {
		if v != nil && t.v != v || t.op != 0 && shifted != nil {
			return false
		}
		v = t.v
		if t.op == 0 {
			plain = true
		} else {
			shifted = &t
		}
	}
	i, ok := v.(*ir.Instr)
	if !ok || !plain || z.known(v) || z.fn.loops.Of(i.Parent) != z.l || len(from) == 1 && z.open[from[0]].v == v {
		return false
	}
	var parts []equation
	for _, k := range from {
		parts = append(parts, z.open[k])
	}
	var others []ir.Value
	for _, k := range from {
		others = append(others, known[k]...)
	}
	z.found(i, func(u *unstep) ir.Value {
		b := u.r.cu.b
		var x ir.Value
		for _, e := range parts {
			if y := e.is(u); x == nil {
				x = y
			} else {
				x = b.Binary(ir.Xor, x, y)
			}
		}
		for _, o := range others {
			x = b.Binary(ir.Xor, x, u.before(o))
		}
		if shifted != nil {
			x = unshifted(b, x, shifted.op, shifted.shift)
		}
		return x
	})
	return true
}
