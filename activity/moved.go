package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// findMoved fills moved. Synthesis asks for it when it has already put other
// values in the place of addresses.
func (a *Info) findMoved() {
	t := a.sol.g.ty
	a.moved = map[*ir.Instr][]Piece{}
	a.spread = nil
	for _, b := range a.F.Blocks {
		for _, i := range b.Instrs {
			if i.IsCall() && t.p.targetOf(i).kind == toCopy {
				if _, fixed := ir.IntValue(i.Arg(2)); !fixed {
					a.spread = append(a.spread, i)
				}
			}
		}
	}
	for _, b := range a.F.Blocks {
		for _, i := range b.Instrs {
			switch last := i.NumArgs() - 1; {
			case i.Op == ir.Store && a.inert(i.Arg(0)):
				a.moved[i] = t.stored(i, i.Arg(0), i.Arg(1))
			case (i.Op == ir.CmpXchg || i.Op == ir.AtomicRMW && i.X.RMWOp == "xchg") && a.inert(i.Arg(last)):
				a.moved[i] = t.stored(i, i.Arg(last), i.Arg(0))
			}
			if !i.IsCall() {
				continue
			}
			switch g := t.p.targetOf(i); g.kind {
			case toCopy, toSet:
				l := t.blockPieces(i)
				if g.kind == toCopy && a.variedSource(i) {
					l = a.inSingles(i, l) // before bytes that are read nowhere else count as integers
				}
				a.moved[i] = a.inSingles(i, a.inBytes(i, a.settle(i, l)))
			case toRealloc:
				a.moved[i] = a.inSingles(i, a.inBytes(i, a.reallocPieces(i, g.known)))
			}
		}
	}
}

// reallocPieces gives what a reallocation moves. Where the new size is a known
// number, what is known of each byte on one side or the other is enough, and
// bytes that nobody reads, of memory private to the function, are integers.
func (a *Info) reallocPieces(i *ir.Instr, k *rules.Known) []Piece {
	t := a.sol.g.ty
	sides := []addrSet{t.p.pointees(i), t.p.pointees(i.Arg(k.PtrArg))}
	list := t.kind(sides)
	if t.packed(list, sides, -1) {
		return []Piece{{Size: 1}}
	}
	if decided(list) && !(t.gaps(list, sides) && a.variesIn(sides)) {
		return list
	}
	list = []Piece{{Size: 1}}
	size := int64(1)
	for _, n := range k.SizeArgs {
		v, ok := ir.IntValue(i.Arg(n))
		if !ok || v <= 0 || v > maxWindow || size*v > maxWindow {
			return list
		}
		size *= v
	}
	all, private := []Piece{{Size: size}}, true
	for _, s := range sides {
		for _, at := range s {
			all = joinPieces(all, t.lookup(at, size), size)
			private = private && a.sol.private(at.obj)
		}
	}
	all = slices.Clone(all)
	for n := range all {
		if all[n].Class == Unknown && private {
			all[n].Class = Integer
		}
	}
	if !decided(all) {
		return list
	}
	return period(all)
}

// gaps reports whether a block is taken for integers because those are all that is accessed of its
// elements, though there is more in these: the tags of enums that a function only hands on.
func (t *types) gaps(list []Piece, sides []addrSet) bool {
	if slices.ContainsFunc(list, func(p Piece) bool { return p.Class != Integer }) {
		return false
	}
	open := func(at addr) bool {
		type place struct{ stride, at int64 } // a byte of an element
		known, count := map[place]bool{}, map[int64]int64{}
		for _, r := range t.mem[at.obj].strided {
			for b := r.off; b < r.off+r.size; b++ {
				if p := (place{r.stride, (b%r.stride + r.stride) % r.stride}); !known[p] {
					known[p] = true
					count[r.stride]++
				}
			}
			if count[r.stride] == r.stride {
				return false
			}
		}
		return true
	}
	return slices.ContainsFunc(sides, func(s addrSet) bool { return slices.ContainsFunc(s, open) })
}

// variesIn reports whether there are objects with floats that vary on one of the sides.
func (a *Info) variesIn(sides []addrSet) bool {
	return slices.ContainsFunc(sides, func(s addrSet) bool {
		return slices.ContainsFunc(s, func(at addr) bool { return a.sol.varied[a.sol.g.obj[at.obj]] })
	})
}

// inert reports whether an integer to be stored carries nothing active.
func (a *Info) inert(v ir.Value) bool {
	return v.Type().Scalar().IsInt() && (ir.IsConstant(v) || !a.Active(v) && !a.Shadow(v))
}

// settle turns undecided bytes into integers where the memory written is
// private to the function: then every access to it is known, and none reads
// them as anything else.
func (a *Info) settle(i *ir.Instr, l []Piece) []Piece {
	t := a.sol.g.ty
	size, fixed := ir.IntValue(i.Arg(2))
	fixed = fixed && size <= maxWindow
	dst := a.sol.p.pointees(i.Arg(0))
	if len(dst) == 0 || !t.settled {
		return l
	}
	if t.p.targetOf(i).kind == toCopy && !decided(l) && a.plainSource(i) {
		return []Piece{{Size: 1, Class: Integer}}
	}
	if t.p.targetOf(i).kind == toCopy && !decided(l) && a.inertSource(i) {
		return []Piece{{Size: 4, Class: FloatData, Type: ir.Float}}
	}
	blank := !slices.ContainsFunc(l, func(p Piece) bool { return p.Class != Unknown })
	for _, d := range dst {
		if blank && a.sol.varied[a.sol.g.obj[d.obj]] {
			return l // copies brought floats
		}
		if !a.sol.private(d.obj) || !(fixed && d.wholeFor(size)) && t.mem[d.obj].moreThanInts() || a.copiedOn(d.obj, i) {
			return l
		}
	}
	out := make([]Piece, len(l))
	for k, p := range l {
		if p.Class == Unknown {
			p.Class = Integer
		}
		out[k] = p
	}
	return out
}

// inertSource reports whether a copy takes its bytes from where nothing active and
// no addresses stand: what they become is a constant, whatever it is, so that they
// may as well be floats.
func (a *Info) inertSource(i *ir.Instr) bool {
	src := a.sol.p.pointees(i.Arg(1))
	for _, s := range src {
		switch a.sol.p.objs[s.obj].kind {
		case objAlloca, objHeap, objGlobal, objParam:
		default:
			return false
		}
		if a.sol.shadow[s.obj] || a.sol.varied[a.sol.g.obj[s.obj]] || len(a.sol.p.contained(s.obj)) > 0 {
			return false
		}
		for r := range a.sol.g.ty.mem[s.obj].seen {
			if r.class != Integer && r.class != FloatData {
				return false
			}
		}
	}
	return len(src) > 0
}

// plainSource reports whether a copy of variable size takes its bytes from where
// no floats and no addresses stand: the characters of a string, be it a short one
// in an object of its own or memory of the library's.
func (a *Info) plainSource(i *ir.Instr) bool {
	t := a.sol.g.ty
	if _, fixed := ir.IntValue(i.Arg(2)); fixed {
		return false
	}
	src := a.sol.p.pointees(i.Arg(1))
	for _, s := range src {
		o := &t.p.objs[s.obj]
		if o.kind == objForeign {
			continue
		}
		if s.stride != 0 || o.size <= 0 || s.off < 0 || s.off >= o.size || o.size > maxWindow || t.p.merged[s.obj] != nil || !a.sol.private(s.obj) {
			return false
		}
		for _, p := range t.lookup(s, o.size-s.off) {
			if p.Class != Integer && p.Class != Unknown {
				return false
			}
		}
		if a.sol.varied[a.sol.g.obj[s.obj]] && (!t.mem[s.obj].characters() || t.mem[s.obj].astray) {
			return false // copies brought floats, whatever they are taken for here
		}
	}
	return len(src) > 0
}

// copiedOn reports whether floats or addresses are copied out of an object, in
// another copy than i: of those of unknown extent the object need not know.
func (a *Info) copiedOn(o int32, i *ir.Instr) bool {
	t := a.sol.g.ty
	for _, c := range a.spread {
		if c == i || !slices.ContainsFunc(t.p.pointees(c.Arg(1)), func(s addr) bool { return s.obj == o }) {
			continue
		}
		list := t.blockPieces(c)
		if slices.ContainsFunc(list, func(p Piece) bool { return p.Class == FloatData || p.Class == Pointer || p.Class == Mixed }) {
			return true
		}
		if !decided(list) && slices.ContainsFunc(t.p.pointees(c.Arg(0)), t.floatArray) {
			return true
		}
	}
	return false
}

// floatArray reports whether an address leads to an object with floats at many offsets.
func (t *types) floatArray(a addr) bool {
	return slices.ContainsFunc(t.mem[a.obj].strided, func(r record) bool { return r.class == FloatData })
}

// moreThanInts reports whether an object holds anything but integers.
func (m *memTypes) moreThanInts() bool {
	for r := range m.seen {
		if r.class != Integer {
			return true
		}
	}
	return m.astray
}

// moreThanFloats reports whether an object holds anything but floats.
func (m *memTypes) moreThanFloats() bool {
	for r := range m.seen {
		if r.class != FloatData {
			return true
		}
	}
	return false
}

// private reports whether only this function's code takes anything out of an
// object, and knows what.
func (s *solution) private(o int32) bool {
	if s.shared == nil {
		s.findShared()
	}
	return !s.shared[o]
}

// findShared fills shared: the objects that others see, that callees take
// floats from which they need not know for floats, and those from which bytes
// of which nothing is known get to a shared one.
func (s *solution) findShared() {
	p := s.p
	s.shared = make([]bool, len(p.objs))
	for k := range s.always {
		kind := p.objs[k].kind
		s.shared[k] = kind != objAlloca && kind != objHeap && kind != objForeign || s.always[k] || p.leaked[k] || s.g.handed[k]
	}
	share := func(ptr ir.Value) (grown bool) {
		for _, a := range p.pointees(ptr) {
			grown = grown || !s.shared[a.obj]
			s.shared[a.obj] = true
		}
		return grown
	}
	var copies []*ir.Instr
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.Load && s.g.carries(i) && !decided(s.g.ty.valuePieces(i)):
				share(i.Arg(0))
			case i.IsCall() && p.targetOf(i).kind == toCopy:
				if l := s.g.ty.blockPieces(i); !decided(l) || !s.env.tellsWords() && weak(i, l, s.env.module.rust) {
					copies = append(copies, i)
				}
			}
		}
	}
	for grown := true; grown; {
		grown = false
		for _, i := range copies {
			for _, d := range p.pointees(i.Arg(0)) {
				if s.shared[d.obj] {
					grown = share(i.Arg(1)) || grown
					break
				}
			}
		}
	}
}
