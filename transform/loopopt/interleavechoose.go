package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// choose keeps the objects that can be interleaved and for which it pays, and reports whether
// there are any.
func (s *interleaver) choose() bool {
	any := false
	for _, o := range s.objects {
		if o.into == nil {
			o.refused = o.refused || !s.fits(o)
		}
	}
	li := analysis.Loops(s.f, ir.Dominators(s.f))
	streams := s.streams(li)
	for again := true; again; { // what is refused is other memory to the rest
		again, any = false, false
		for _, o := range s.objects {
			if o.into != nil || o.refused {
				continue
			}
			if !s.worth(o, li, streams) {
				o.refused, again = true, true
			}
			any = any || !o.refused
		}
	}
	return any
}

// chosen is the interleaved object that the address t points into, nil if none.
func (s *interleaver) chosen(t *team) *interleavedObject {
	if t == nil || s.objectOf[t] == nil {
		return nil
	}
	if o := s.objectOf[t].root(); !o.refused {
		return o
	}
	return nil
}

// fits reports whether every access of o is of whole elements of one type, at multiples of its
// size.
func (s *interleaver) fits(o *interleavedObject) bool {
	for _, t := range o.accesses {
		if i := t.reach; i.Op == ir.Load || i.Op == ir.Store {
			typ := accessType(i)
			if o.elem == nil {
				o.elem = typ
			}
			if !typ.IsFloat() || typ != o.elem || i.Align != 0 && int64(i.Align) < s.size(o) {
				return false
			}
		}
	}
	if o.elem == nil || o.elem.Kind != ir.FloatKind && o.elem.Kind != ir.DoubleKind {
		return false
	}
	for _, t := range o.accesses {
		if t.reach.Op == ir.Call && (!s.whole(t.reach.Arg(2), o) || !s.ends(t, o)) {
			return false
		}
	}
	for _, p := range o.pointers {
		i := p.reach
		switch i.Op {
		case ir.Alloca:
			l := s.f.Module.Layout
			if l.AllocSize(i.Elem)%s.size(o) != 0 || l.Align(i.Elem) < s.size(o) && int64(i.Align) < s.size(o) || i.Flags != 0 ||
				i.X != nil {
				return false
			}
		case ir.Call:
			o.heap = true
		case ir.GetElementPtr:
			if i.NumArgs() > 2 && s.wide(i.Elem, o.elem) == nil || !i.Typ.IsPtr() {
				return false
			}
		}
	}
	return true
}

func (s *interleaver) size(o *interleavedObject) int64 { return s.f.Module.Layout.AllocSize(o.elem) }

// ends reports whether a memset or memcpy of o begins at an element.
func (s *interleaver) ends(t *team, o *interleavedObject) bool {
	for k := range 2 {
		if k == 1 && !s.copies(t) {
			break
		}
		if p := s.operand(t, k); p != nil && s.objectOf[p] != nil && s.objectOf[p].root() == o && !s.aligned(p, o, map[*team]bool{}) {
			return false
		}
	}
	return true
}

// aligned reports whether the address p is that of an element.
func (s *interleaver) aligned(p *team, o *interleavedObject, seen map[*team]bool) bool {
	if seen[p] {
		return true
	}
	seen[p] = true
	i := p.reach
	switch i.Op {
	case ir.Alloca, ir.Call:
		return true
	case ir.GetElementPtr:
		ok := s.f.Module.Layout.Steps(i.Elem, i.Args()[1:], func(v ir.Value, bytes int64) bool {
			return bytes%s.size(o) == 0 || v != nil && bytes == 1 && s.whole(v, o)
		})
		return ok && s.aligned(s.operand(p, 0), o, seen)
	}
	for k := range i.NumArgs() {
		if i.Op == ir.Select && k == 0 {
			continue
		}
		if !s.aligned(s.operand(p, k), o, seen) {
			return false
		}
	}
	return true
}

// whole reports whether v is known to be a multiple of the element size of o.
func (s *interleaver) whole(v ir.Value, o *interleavedObject) bool { return multiple(v, s.size(o), 0) }

// multiple reports whether v is known to be a multiple of n, a power of two.
func multiple(v ir.Value, n int64, depth int) bool {
	if c, ok := ir.IntValue(v); ok {
		return c%n == 0
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > 8 {
		return false
	}
	switch i.Op {
	case ir.Shl:
		c, ok := ir.IntValue(i.Arg(1))
		return ok && c >= 0 && c < 63 && (int64(1)<<c)%n == 0
	case ir.Mul:
		return multiple(i.Arg(0), n, depth+1) || multiple(i.Arg(1), n, depth+1)
	case ir.And:
		return multiple(i.Arg(0), n, depth+1) || multiple(i.Arg(1), n, depth+1)
	case ir.Add, ir.Sub:
		return multiple(i.Arg(0), n, depth+1) && multiple(i.Arg(1), n, depth+1)
	case ir.Select:
		return multiple(i.Arg(1), n, depth+1) && multiple(i.Arg(2), n, depth+1)
	case ir.ZExt, ir.SExt:
		return multiple(i.Arg(0), n, depth+1)
	}
	return false
}

// wide is the type that has vectors in the place of elements of type elem in t; nil if t has
// anything else.
func (s *interleaver) wide(t, elem *ir.Type) *ir.Type {
	types := s.f.Module.Types
	switch {
	case t == elem:
		return types.Array(t, int64(s.width))
	case t.Kind == ir.ArrayKind:
		if e := s.wide(t.Elem, elem); e != nil {
			return types.Array(e, t.Len)
		}
	case t.Kind == ir.StructKind:
		fields := make([]*ir.Type, len(t.Fields))
		for k, f := range t.Fields {
			if fields[k] = s.wide(f, elem); fields[k] == nil {
				return nil
			}
		}
		return types.Struct(fields, t.Packed)
	}
	return nil
}

const (
	interleaveShare  = 6 // accesses side by side for each access of other shadows
	interleaveWeight = 8 // of an access in a loop, for each loop around it
)

// interleavedStream is an access of all directions in a loop.
type interleavedStream struct {
	l        *analysis.Loop
	weight   int
	from, to *team // the addresses; to of copies
}

// streams lists the accesses of shadow memory in loops.
func (s *interleaver) streams(li *analysis.LoopInfo) (list []interleavedStream) {
	for _, t := range s.teams {
		i, l := t.reach, li.Of(t.reach.Parent)
		if l == nil {
			continue
		}
		x := interleavedStream{l: l, weight: 1}
		for range min(l.Depth, 8) {
			x.weight *= interleaveWeight
		}
		switch {
		case i.Op == ir.Load && i.Typ.IsFP():
			x.from = s.operand(t, 0)
			x.to = x.from
		case i.Op == ir.Store && i.Arg(0).Type().IsFP():
			x.from = s.operand(t, 1)
			x.to = x.from
		case s.copies(t):
			x.from, x.to, x.weight = s.operand(t, 1), s.operand(t, 0), x.weight*interleaveWeight
		default:
			continue
		}
		list = append(list, x)
	}
	return list
}

// worth reports whether the loops that access o access few shadows of other memory, whose
// values have to be gathered into vectors.
func (s *interleaver) worth(o *interleavedObject, li *analysis.LoopInfo, streams []interleavedStream) bool {
	loops := map[*analysis.Loop]bool{}
	for _, t := range o.accesses {
		if l := li.Of(t.reach.Parent); l != nil {
			loops[l] = true
		}
	}
	own, other := 0, 0
	for _, x := range streams {
		switch {
		case !standsIn(x.l, loops):
		case s.chosen(x.from) != nil && s.chosen(x.to) != nil:
			own += x.weight
		default:
			other += x.weight
		}
	}
	return own > interleaveShare*other
}

// standsIn reports whether l is one of loops, or is inside one.
func standsIn(l *analysis.Loop, loops map[*analysis.Loop]bool) bool {
	for ; l != nil; l = l.Parent {
		if loops[l] {
			return true
		}
	}
	return false
}
