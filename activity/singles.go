package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// This file is about Rust's programs whose only floats are those of 32 bits. What an enum, a tuple or an
// entry of a map holds is often moved by code that does not look at it, so that nothing tells whether
// four bytes are a float or a number. Where no address can stand they may as well be taken for a float: the
// shadow of a number is zero, and zero is what is moved.

// hasSingles reports whether a program of Rust's has floats of 32 bits, perhaps among others.
func (e *Env) hasSingles() bool { return e.module.rust && e.M.HasSingles() }

// singles reports whether bytes of which nothing is known are taken for floats of 32 bits where
// no addresses are.
func (e *Env) singles() bool { return e.hasSingles() && !e.M.HasDoubles() }

// asSingles takes undecided pieces for floats of 32 bits, at being how far from where a float may begin the first one is.
func asSingles(l []Piece, at int64) []Piece {
	var out []Piece
	for _, p := range l {
		if p.Class != Unknown && p.Class != Mixed {
			out = append(out, p)
			continue
		}
		for off, end := p.Offset, p.Offset+p.Size; off < end; {
			lead := (4 - (at+off)&3) & 3
			if lead == 0 && off+4 <= end {
				out = append(out, Piece{Offset: off, Size: 4, Class: FloatData, Type: ir.Float})
				off += 4
				continue
			}
			n := end - off
			if lead > 0 {
				n = min(n, lead)
			}
			out = append(out, Piece{Offset: off, Size: n, Class: Integer})
			off += n
		}
	}
	return out
}

// singleValue is asSingles for an integer in a register that is no address: all of it would have to be undecided.
func (t *types) singleValue(v ir.Value, l []Piece) []Piece {
	if !t.final || v.Type().Scalar().Bits < 32 {
		return l
	}
	if t.narrowLoad(v) {
		if !slices.ContainsFunc(l, func(p Piece) bool { return p.Class != Integer || p.rank > rankHint }) {
			l = []Piece{{Size: sizeOf(l)}} // only pointers to integers say so, through which optimisers move structs
		}
		return asSingles(l, 0)
	}
	if t.taken(v, l) && t.env.tellsPairs() {
		return []Piece{{Size: sizeOf(l), Class: Mixed}}
	}
	if decided(l) || !t.env.singles() {
		return l
	}
	whole := !slices.ContainsFunc(l, func(p Piece) bool { return p.Class != Unknown && p.Class != Mixed })
	if v.Type() != ir.I32 && (v.Type() != ir.I64 || whole && t.p.mayPoint(v) && len(t.p.pointees(v)) > 0) {
		return l
	}
	return asSingles(l, 0)
}

// inSingles is asSingles for what a block operation moves, where neither side has addresses there.
func (a *Info) inSingles(i *ir.Instr, l []Piece) []Piece {
	t := a.sol.g.ty
	if decided(l) || !t.env.singles() {
		return l
	}
	size, at := int64(-1), int64(-1)
	g := t.p.targetOf(i)
	var sides []ir.Value
	switch g.kind {
	case toCopy:
		sides = i.CallArgs()[:2]
		size = constantSize(i.Arg(2))
	case toSet: // what stood there is gone, whatever it was
		return []Piece{{Size: 4, Class: FloatData, Type: ir.Float}}
	case toRealloc:
		sides = []ir.Value{i, i.Arg(g.known.PtrArg)}
	}
	for _, side := range sides {
		places := t.p.pointees(side)
		for _, x := range places {
			if x.stride%4 != 0 || at >= 0 && (x.off-at)&3 != 0 || !a.addressFree(x, size) {
				return l
			}
			at = x.off & 3
		}
		if len(places) == 0 {
			return l
		}
	}
	if size < 0 {
		if at != 0 {
			return l
		}
		return []Piece{{Size: 4, Class: FloatData, Type: ir.Float}}
	}
	if whole := l[len(l)-1].Offset + l[len(l)-1].Size; whole%4 != 0 || at != 0 {
		l = again(l, whole, size)
	}
	return asSingles(l, at)
}

// constantSize is a number of bytes that is a constant; -1 for any other.
func constantSize(v ir.Value) int64 {
	if n, ok := ir.IntValue(v); ok && n <= maxWindow {
		return n
	}
	return -1
}

// addressFree reports whether no address can stand in size bytes, or any number where that is negative, at x: what the
// function was given has none if it is the one that is to be differentiated and nothing but floats is accessed there.
func (a *Info) addressFree(x addr, size int64) bool {
	p := a.sol.p
	ob := &p.objs[x.obj]
	if ob.kind == objForeign {
		return true
	}
	if !p.hasCells(x.obj) {
		return false
	}
	if ob.external() {
		return ob.kind == objParam && a.addressFreeParam(x.obj)
	}
	if !a.mayHoldAddress(x.obj) {
		return true
	}
	return !a.addressAt(x, size)
}

// addressFreeParam is addressFree for the memory behind a parameter: that of the function that is to be
// differentiated has no addresses if nothing but floats is accessed there, that of any other if no caller leaves any there.
func (a *Info) addressFreeParam(o int32) bool {
	e, m := a.env, &a.sol.g.ty.mem[o]
	f := e.first(a.F)
	if f == e.first(e.Calls.Root()) {
		return len(m.seen) > 0 && !m.moreThanFloats()
	}
	if m.hasAddress() {
		return false
	}
	q := a.sol.p.objs[o].site.(*ir.Param)
	told := e.passed[f]
	if q.Index >= len(told) || told[q.Index] != passedFree && told[q.Index] != usedFree {
		return false
	}
	told[q.Index] = usedFree
	return true
}

// What is known of the addresses in memory that a parameter leads to.
const (
	notPassed  uint8 = iota
	passedFree       // no caller leaves any
	usedFree         // nor does one, and it was relied on
	passedSome
)

// tellFree notes for a call of fn behind which arguments no addresses stand. A callee is analysed behind its callers but
// for recursion: where one comes too late its call is refused.
func (a *Info) tellFree(i *ir.Instr, fn *ir.Function) {
	e := a.env
	if !e.singles() {
		return
	}
	if e.passed == nil {
		e.passed = map[*ir.Function][]uint8{}
	}
	told := e.passed[fn]
	if told == nil {
		told = make([]uint8, len(fn.Params))
		e.passed[fn] = told
	}
	for k, v := range i.CallArgs() {
		if k >= len(told) || !v.Type().IsPtr() || told[k] == passedSome {
			continue
		}
		free := !slices.ContainsFunc(a.sol.p.pointees(v), func(x addr) bool { return !a.addressFree(x, -1) })
		switch {
		case free && told[k] == notPassed:
			told[k] = passedFree
		case !free && told[k] == usedFree:
			a.report(i, CodeUndecided, "memory with addresses is passed where other calls pass such without, and moved there in blocks that floats of 32 bits may be in", "64-bit floats")
			fallthrough
		case !free:
			told[k] = passedSome
		}
	}
}
