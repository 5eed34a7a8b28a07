package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file is about Rust's programs whose only floats are those of 32 bits. What an enum, a tuple or an
// entry of a map holds is often moved by code that does not look at it, so that nothing tells whether
// four bytes are a float or a number. Where no address can stand they may as well be taken for a float: the
// shadow of a number is zero, and zero is what is moved.

// hasSingles reports whether a program of Rust's has floats of 32 bits, perhaps among others.
func (e *Env) hasSingles() bool { return e.module.Rust && e.M.HasSingles() }

// singles reports whether bytes of which nothing is known are taken for floats of 32 bits where
// no addresses are.
func (e *Env) singles() bool { return e.hasSingles() && !e.M.HasDoubles() }

// asSingles takes undecided pieces for floats of 32 bits, at being how far from where a float may begin the first one is.
func asSingles(l []memtypes.Piece, at int64) []memtypes.Piece {
	var out []memtypes.Piece
	for _, p := range l {
		if p.Class != memtypes.Unknown && p.Class != memtypes.Mixed {
			out = append(out, p)
			continue
		}
		for off, end := p.Offset, p.Offset+p.Size; off < end; {
			lead := (4 - (at+off)&3) & 3
			if lead == 0 && off+4 <= end {
				out = append(out, memtypes.Piece{Offset: off, Size: 4, Class: memtypes.FloatData, Type: ir.Float})
				off += 4
				continue
			}
			n := end - off
			if lead > 0 {
				n = min(n, lead)
			}
			out = append(out, memtypes.Piece{Offset: off, Size: n, Class: memtypes.Integer})
			off += n
		}
	}
	return out
}

// singleValue is asSingles for an integer in a register that is no address: all of it would have to be undecided.
func (t *types) singleValue(v ir.Value, l []memtypes.Piece) []memtypes.Piece {
	if !t.final || v.Type().Scalar().Bits < 32 {
		return l
	}
	if t.narrowLoad(v) {
		if !slices.ContainsFunc(l, func(p memtypes.Piece) bool { return p.Class != memtypes.Integer || p.Rank > memtypes.RankHint }) {
			l = []memtypes.Piece{{Size: sizeOf(l)}} // only pointers to integers say so, through which optimisers move structs
		}
		return asSingles(l, 0)
	}
	if t.taken(v, l) && t.env.tellsPairs() {
		return []memtypes.Piece{{Size: sizeOf(l), Class: memtypes.Mixed}}
	}
	if memtypes.Decided(l) || !t.env.singles() {
		return l
	}
	whole := !slices.ContainsFunc(l, func(p memtypes.Piece) bool { return p.Class != memtypes.Unknown && p.Class != memtypes.Mixed })
	if v.Type() != ir.I32 && (v.Type() != ir.I64 || whole && t.p.MayPoint(v) && len(t.p.Pointees(v)) > 0) {
		return l
	}
	return asSingles(l, 0)
}

// inSingles is asSingles for what a block operation moves, where neither side has addresses there.
func (a *Info) inSingles(i *ir.Instr, l []memtypes.Piece) []memtypes.Piece {
	t := a.sol.g.ty
	if memtypes.Decided(l) || !t.env.singles() {
		return l
	}
	size, at := int64(-1), int64(-1)
	g := t.p.TargetOf(i)
	var sides []ir.Value
	switch g.Kind {
	case pointsto.ToCopy:
		sides = i.CallArgs()[:2]
		size = constantSize(i.Arg(2))
	case pointsto.ToSet: // what stood there is gone, whatever it was
		return []memtypes.Piece{{Size: 4, Class: memtypes.FloatData, Type: ir.Float}}
	case pointsto.ToRealloc:
		sides = []ir.Value{i, i.Arg(g.Known.PtrArg)}
	}
	for _, side := range sides {
		places := t.p.Pointees(side)
		for _, x := range places {
			if x.Stride%4 != 0 || at >= 0 && (x.Off-at)&3 != 0 || !a.addressFree(x, size) {
				return l
			}
			at = x.Off & 3
		}
		if len(places) == 0 {
			return l
		}
	}
	if size < 0 {
		if at != 0 {
			return l
		}
		return []memtypes.Piece{{Size: 4, Class: memtypes.FloatData, Type: ir.Float}}
	}
	if whole := l[len(l)-1].Offset + l[len(l)-1].Size; whole%4 != 0 || at != 0 {
		l = again(l, whole, size)
	}
	return asSingles(l, at)
}

// constantSize is a number of bytes that is a constant; -1 for any other.
func constantSize(v ir.Value) int64 {
	if n, ok := ir.IntValue(v); ok && n <= memtypes.MaxWindow {
		return n
	}
	return -1
}

// addressFree reports whether no address can stand in size bytes, or any number where that is negative, at x: what the
// function was given has none if it is the one that is to be differentiated and nothing but floats is accessed there.
func (a *Info) addressFree(x memtypes.Addr, size int64) bool {
	p := a.sol.p
	ob := &p.Objs[x.Obj]
	if ob.Kind == pointsto.ObjForeign {
		return true
	}
	if !p.HasCells(x.Obj) {
		return false
	}
	if ob.External() {
		return ob.Kind == pointsto.ObjParam && a.addressFreeParam(x.Obj)
	}
	if !a.mayHoldAddress(x.Obj) {
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
		return len(m.Seen) > 0 && !m.MoreThanFloats()
	}
	if m.HasAddress() {
		return false
	}
	q := a.sol.p.Objs[o].Site.(*ir.Param)
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
		free := !slices.ContainsFunc(a.sol.p.Pointees(v), func(x memtypes.Addr) bool { return !a.addressFree(x, -1) })
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

// What follows is about programs in C and C++ that have floats of 32 bits. Where one stands, or two, a word does not
// tell when running what it is, so that what one function, or one of several objects, knows of it is not
// enough.

// bareSingles reports whether a program in C or C++ has floats of 32 bits, so that words do not tell at run time.
func (t *types) bareSingles() bool {
	return !t.env.module.Rust && t.env.M.HasSingles() && !t.env.mayTellWords()
}

// own leaves out memory of library objects where words do not tell at run time and there is other memory: that it holds
// integers says nothing of what stands there.
func (t *types) own(places pointsto.AddrSet) pointsto.AddrSet {
	if !t.bareSingles() || len(places) < 2 {
		return places
	}
	return slices.DeleteFunc(slices.Clone(places), func(a memtypes.Addr) bool { return a.Obj == pointsto.Foreign })
}

// strewn leaves undecided what some objects say are integers where words do not tell at run time and an address leads to
// any byte of another one that has floats: nothing tells what stands there.
func (t *types) strewn(l []memtypes.Piece, places pointsto.AddrSet, size int64) []memtypes.Piece {
	if !t.bareSingles() || size < minFloat || !slices.ContainsFunc(places, func(a memtypes.Addr) bool { return a.Stride > 0 && a.Stride < minFloat && t.mem[a.Obj].HasFloats() }) {
		return l
	}
	out := slices.Clone(l)
	for k := range out {
		if out[k].Class == memtypes.Integer && out[k].Size >= minFloat {
			out[k].Class = memtypes.Mixed
		}
	}
	return out
}

// openNumbers reports whether integers of a copied block may be floats of 32 bits: in a program with unions, or objects of
// any type, a function may look at one of the members and copy another. The declaration of a struct says that it has none.
func (t *types) openNumbers(i *ir.Instr, l []memtypes.Piece) bool {
	if !t.bareSingles() || !t.sharesWords() || t.p.TargetOf(i).Kind != pointsto.ToCopy || !memtypes.Decided(l) || t.characters(i) {
		return false
	}
	size, fixed := ir.IntValue(i.Arg(2))
	for at := int64(0); fixed && size <= maxWeak && at+minFloat <= size; at += minFloat {
		if integerAt(l, at%sizeOf(l)) && !t.declaredAt(i, at) {
			return true
		}
	}
	return false
}

// integerAt reports whether four bytes of a block are an integer, or a part of one.
func integerAt(l []memtypes.Piece, at int64) bool {
	return slices.ContainsFunc(l, func(p memtypes.Piece) bool {
		return p.Class == memtypes.Integer && p.Offset <= at && at+minFloat <= p.Offset+p.Size
	})
}
