package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// findMoved fills moved. Synthesis asks for it when it has already put other
// values in the place of addresses.
func (a *Info) findMoved() {
	t := a.sol.g.ty
	a.moved = map[*ir.Instr][]memtypes.Piece{}
	a.spread = nil
	for _, b := range a.F.Blocks {
		for _, i := range b.Instrs {
			if i.IsCall() && t.p.TargetOf(i).Kind == pointsto.ToCopy {
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
			switch g := t.p.TargetOf(i); g.Kind {
			case pointsto.ToCopy, pointsto.ToSet:
				l := t.blockPieces(i)
				a.moved[i] = a.inBytes(i, a.settle(i, l))
			case pointsto.ToRealloc:
				a.moved[i] = a.inBytes(i, a.reallocPieces(i, g.Known))
			}
		}
	}
}

// reallocPieces gives what a reallocation moves. Where the new size is a known
// number, what is known of each byte on one side or the other is enough, and
// bytes that nobody reads, of memory private to the function, are integers.
func (a *Info) reallocPieces(i *ir.Instr, k *rules.Known) []memtypes.Piece {
	t := a.sol.g.ty
	sides := []pointsto.AddrSet{t.p.Pointees(i), t.p.Pointees(i.Arg(k.PtrArg))}
	list := t.kind(sides)
	if t.packed(list, sides, -1) {
		return []memtypes.Piece{{Size: 1}}
	}
	if memtypes.Decided(list) && !(t.gaps(list, sides) && a.variesIn(sides)) {
		return list
	}
	list = []memtypes.Piece{{Size: 1}}
	size := int64(1)
	for _, n := range k.SizeArgs {
		v, ok := ir.IntValue(i.Arg(n))
		if !ok || v <= 0 || v > memtypes.MaxWindow || size*v > memtypes.MaxWindow {
			return list
		}
		size *= v
	}
	all, private := []memtypes.Piece{{Size: size}}, true
	for _, s := range sides {
		for _, at := range s {
			all = memtypes.JoinPieces(all, t.lookup(at, size), size)
			private = private && a.sol.private(at.Obj)
		}
	}
	all = slices.Clone(all)
	for n := range all {
		if all[n].Class == memtypes.Unknown && private {
			all[n].Class = memtypes.Integer
		}
	}
	if !memtypes.Decided(all) {
		return list
	}
	return period(all)
}

// gaps reports whether a block is taken for integers because those are all that is accessed of its
// elements, though there is more in these: the tags of enums that a function only hands on.
func (t *types) gaps(list []memtypes.Piece, sides []pointsto.AddrSet) bool {
	if slices.ContainsFunc(list, func(p memtypes.Piece) bool { return p.Class != memtypes.Integer }) {
		return false
	}
	open := func(at memtypes.Addr) bool {
		type place struct{ stride, at int64 } // a byte of an element
		known, count := map[place]bool{}, map[int64]int64{}
		for _, r := range t.mem[at.Obj].Strided {
			for b := r.Off; b < r.Off+r.Size; b++ {
				if p := (place{r.Stride, (b%r.Stride + r.Stride) % r.Stride}); !known[p] {
					known[p] = true
					count[r.Stride]++
				}
			}
			if count[r.Stride] == r.Stride {
				return false
			}
		}
		return true
	}
	return slices.ContainsFunc(sides, func(s pointsto.AddrSet) bool { return slices.ContainsFunc(s, open) })
}

// variesIn reports whether there are objects with floats that vary on one of the sides.
func (a *Info) variesIn(sides []pointsto.AddrSet) bool {
	return slices.ContainsFunc(sides, func(s pointsto.AddrSet) bool {
		return slices.ContainsFunc(s, func(at memtypes.Addr) bool { return a.sol.varied[a.sol.g.obj[at.Obj]] })
	})
}

// inert reports whether an integer to be stored carries nothing active.
func (a *Info) inert(v ir.Value) bool {
	return v.Type().Scalar().IsInt() && (ir.IsConstant(v) || !a.Active(v) && !a.Shadow(v))
}

// settle turns undecided bytes into integers where the memory written is
// private to the function: then every access to it is known, and none reads
// them as anything else.
func (a *Info) settle(i *ir.Instr, l []memtypes.Piece) []memtypes.Piece {
	t := a.sol.g.ty
	size, fixed := ir.IntValue(i.Arg(2))
	fixed = fixed && size <= memtypes.MaxWindow
	dst := a.sol.p.Pointees(i.Arg(0))
	if len(dst) == 0 || !t.settled {
		return l
	}
	if t.p.TargetOf(i).Kind == pointsto.ToCopy && !memtypes.Decided(l) && a.plainSource(i) {
		return []memtypes.Piece{{Size: 1, Class: memtypes.Integer}}
	}
	if t.p.TargetOf(i).Kind == pointsto.ToCopy && !memtypes.Decided(l) && a.inertSource(i) {
		return []memtypes.Piece{{Size: 4, Class: memtypes.FloatData, Type: ir.Float}}
	}
	blank := !slices.ContainsFunc(l, func(p memtypes.Piece) bool { return p.Class != memtypes.Unknown })
	for _, d := range dst {
		if blank && a.sol.varied[a.sol.g.obj[d.Obj]] {
			return l // copies brought floats
		}
		if !a.sol.private(d.Obj) || !(fixed && d.WholeFor(size)) && t.mem[d.Obj].MoreThanInts() || a.copiedOn(d.Obj, i) {
			return l
		}
	}
	out := make([]memtypes.Piece, len(l))
	for k, p := range l {
		if p.Class == memtypes.Unknown {
			p.Class = memtypes.Integer
		}
		out[k] = p
	}
	return out
}

// inertSource reports whether a copy takes its bytes from where nothing active and
// no addresses stand: what they become is a constant, whatever it is, so that they
// may as well be floats.
func (a *Info) inertSource(i *ir.Instr) bool {
	src := a.sol.p.Pointees(i.Arg(1))
	for _, s := range src {
		switch a.sol.p.Objs[s.Obj].Kind {
		case pointsto.ObjAlloca, pointsto.ObjHeap, pointsto.ObjGlobal, pointsto.ObjParam:
		default:
			return false
		}
		if a.sol.shadow[s.Obj] || a.sol.varied[a.sol.g.obj[s.Obj]] || len(a.sol.p.Contained(s.Obj)) > 0 {
			return false
		}
		for r := range a.sol.g.ty.mem[s.Obj].Seen {
			if r.Class != memtypes.Integer && r.Class != memtypes.FloatData {
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
	src := a.sol.p.Pointees(i.Arg(1))
	for _, s := range src {
		o := &t.p.Objs[s.Obj]
		if o.Kind == pointsto.ObjForeign {
			continue
		}
		if s.Stride != 0 || o.Size <= 0 || s.Off < 0 || s.Off >= o.Size || o.Size > memtypes.MaxWindow || t.p.Merged[s.Obj] != nil || !a.sol.private(s.Obj) {
			return false
		}
		for _, p := range t.lookup(s, o.Size-s.Off) {
			if p.Class != memtypes.Integer && p.Class != memtypes.Unknown {
				return false
			}
		}
		if a.sol.varied[a.sol.g.obj[s.Obj]] && (!t.mem[s.Obj].Characters() || t.mem[s.Obj].Astray) {
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
		if c == i || !slices.ContainsFunc(t.p.Pointees(c.Arg(1)), func(s memtypes.Addr) bool { return s.Obj == o }) {
			continue
		}
		list := t.blockPieces(c)
		if slices.ContainsFunc(list, func(p memtypes.Piece) bool {
			return p.Class == memtypes.FloatData || p.Class == memtypes.Pointer || p.Class == memtypes.Mixed
		}) {
			return true
		}
		if !memtypes.Decided(list) && slices.ContainsFunc(t.p.Pointees(c.Arg(0)), t.floatArray) {
			return true
		}
	}
	return false
}

// floatArray reports whether an address leads to an object with floats at many offsets.
func (t *types) floatArray(a memtypes.Addr) bool {
	return slices.ContainsFunc(t.mem[a.Obj].Strided, func(r memtypes.Record) bool { return r.Class == memtypes.FloatData })
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
	s.shared = make([]bool, len(p.Objs))
	for k := range s.always {
		kind := p.Objs[k].Kind
		s.shared[k] = kind != pointsto.ObjAlloca && kind != pointsto.ObjHeap && kind != pointsto.ObjForeign || s.always[k] || p.Leaked[k] || s.g.handed[k]
	}
	share := func(ptr ir.Value) (grown bool) {
		for _, a := range p.Pointees(ptr) {
			grown = grown || !s.shared[a.Obj]
			s.shared[a.Obj] = true
		}
		return grown
	}
	var copies []*ir.Instr
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.Load && s.g.carries(i) && !memtypes.Decided(s.g.ty.valuePieces(i)):
				share(i.Arg(0))
			case i.IsCall() && p.TargetOf(i).Kind == pointsto.ToCopy:
				if l := s.g.ty.blockPieces(i); !memtypes.Decided(l) || !s.env.tellsWords() && weak(i, l) {
					copies = append(copies, i)
				}
			}
		}
	}
	for grown := true; grown; {
		grown = false
		for _, i := range copies {
			for _, d := range p.Pointees(i.Arg(0)) {
				if s.shared[d.Obj] {
					grown = share(i.Arg(1)) || grown
					break
				}
			}
		}
	}
}
