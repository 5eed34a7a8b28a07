package canon

import (
	"slices"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// expand replaces loads and stores of structs and arrays, and of vectors that another access
// splits, by those of members. It reports whether there were any.
func (s *splitter) expand(acc []access) bool {
	var split []*access // all are found before the first of them goes
	for k := range acc {
		a := &acc[k]
		if !a.isMem() {
			continue
		}
		t := a.typ()
		if !t.IsAggregate() && !(t.IsVector() && s.splitsVector(a, acc)) {
			continue
		}
		if t.IsAggregate() && (t.NumElems() == 0 || t.NumElems() > 64) {
			continue
		}
		split = append(split, a)
	}
	for _, a := range split {
		i := a.i
		s.ins.At(i, func(b *ir.Builder) {
			if a.kind == loadAccess {
				edit.Replace(i, s.loadMembers(b, i))
			} else {
				s.storeMembers(b, i)
				edit.Kill(i)
			}
		})
	}
	return len(split) > 0
}

// splitsVector reports whether an element of the vector that a accesses is accessed
// separately, and the vector has its elements adjacent in memory.
func (s *splitter) splitsVector(a *access, acc []access) bool {
	e := a.typ().Elem
	if s.bitSize(e) != 8*s.layout.AllocSize(e) && !e.IsPtr() {
		return false
	}
	for k := range acc {
		o := &acc[k]
		if o.isMem() && o.size < a.size && o.off < a.off+a.size && a.off < o.off+o.size && !o.typ().IsAggregate() {
			return true
		}
	}
	return false
}

func (s *splitter) memberOffset(t *ir.Type, k int) int64 {
	if t.Kind == ir.StructKind {
		return s.layout.FieldOffset(t, k)
	}
	return int64(k) * s.layout.AllocSize(t.Elem)
}

func (s *splitter) accessAlign(i *ir.Instr, t *ir.Type) int64 {
	if i.Align > 0 {
		return int64(i.Align)
	}
	return s.layout.Align(t)
}

func (s *splitter) loadMembers(b *ir.Builder, i *ir.Instr) ir.Value {
	t := i.Typ
	align := s.accessAlign(i, t)
	v := ir.Poison(t)
	for k := range t.NumElems() {
		off := s.memberOffset(t, k)
		m := b.Load(t.At(k), b.Offset(i.Arg(0), ir.NewInt(ir.I64, off)), int(lowAlign(align, off)))
		if t.IsVector() {
			v = b.InsertElement(v, m, ir.NewInt(ir.I32, int64(k)))
		} else {
			v = b.InsertValue(v, m, k)
		}
	}
	return v
}

func (s *splitter) storeMembers(b *ir.Builder, i *ir.Instr) {
	v, t := i.Arg(0), i.Arg(0).Type()
	align := s.accessAlign(i, t)
	for k := range t.NumElems() {
		off := s.memberOffset(t, k)
		var m ir.Value
		if t.IsVector() {
			m = b.ExtractElement(v, ir.NewInt(ir.I32, int64(k)))
		} else {
			m = b.ExtractValue(v, k)
		}
		b.Store(m, b.Offset(i.Arg(1), ir.NewInt(ir.I64, off)), int(lowAlign(align, off)))
	}
}

// rewrite makes the slots of the parts and redirects every access to them.
func (s *splitter) rewrite(a *ir.Instr, acc []access, parts []*part) {
	base := int64(a.Align)
	if base == 0 {
		base = s.layout.Align(a.Elem)
	}
	for _, p := range parts {
		p.align = lowAlign(base, p.off)
		for k := range acc {
			if o := &acc[k]; o.isMem() && o.off == p.off {
				p.align = max(p.align, s.accessAlign(o.i, o.typ()))
			}
		}
	}
	s.ins.At(a, func(b *ir.Builder) {
		for _, p := range parts {
			t := p.typ
			if t == nil {
				t = s.typeAt(a.Elem, p.off, p.end)
			}
			p.slot = b.Alloca(t, nil, int(p.align))
			p.slot.X = a.X
			p.slot.Name = edit.FreshName(s.f, a.Name)
		}
	})
	for k := range acc {
		o := &acc[k]
		switch o.kind {
		case noAccess:
			edit.Kill(o.i)
		case loadAccess, storeAccess:
			s.moveAccess(o, partOf(parts, o.off))
		case selfCopy:
			s.moveSelf(a, o, partOf(parts, o.off))
		case setAccess:
			s.splitSet(o, parts)
			edit.Kill(o.i)
		default:
			s.splitCopy(o, parts)
			edit.Kill(o.i)
		}
	}
}

func partOf(parts []*part, off int64) *part {
	for _, p := range parts {
		if off >= p.off && off < p.end {
			return p
		}
	}
	return nil
}

// moveAccess redirects a load or store to the slot of its part, through a bitcast where the
// type differs.
func (s *splitter) moveAccess(o *access, p *part) {
	i, t := o.i, o.typ()
	if o.size == 0 { // an empty array, which is in no part
		if o.kind == loadAccess {
			edit.Replace(i, ir.Zero(t))
		} else {
			edit.Kill(i)
		}
		return
	}
	align := lowAlign(p.align, o.off-p.off)
	cast := p.typ != nil && !ir.Same(p.typ, t)
	s.ins.At(i, func(b *ir.Builder) {
		addr := b.Offset(p.slot, ir.NewInt(ir.I64, o.off-p.off))
		switch {
		case o.kind == loadAccess && cast:
			edit.Replace(i, b.Cast(ir.BitCast, b.Load(p.typ, addr, int(align)), t))
		case o.kind == loadAccess:
			i.SetArg(0, addr)
			i.Align = int32(align)
		case cast:
			b.Store(b.Cast(ir.BitCast, i.Arg(0), p.typ), addr, int(align))
			edit.Kill(i)
		default:
			i.SetArg(1, addr)
			i.Align = int32(align)
		}
	})
}

// moveSelf redirects one end of a copy within the slot; both ends are separate accesses and
// may come in either order.
func (s *splitter) moveSelf(a *ir.Instr, o *access, p *part) {
	s.ins.At(o.i, func(b *ir.Builder) {
		for arg := range 2 {
			if base, off, ok := s.baseOf(o.i.Arg(arg)); ok && base == a && off == o.off {
				o.i.SetArg(arg, b.Offset(p.slot, ir.NewInt(ir.I64, o.off-p.off)))
				s.setArgAlign(o.i, arg, lowAlign(p.align, o.off-p.off))
			}
		}
	})
}

// baseOf strips casts, GEPs with constant indices, and phis and selects of equal addresses.
func (s *splitter) baseOf(v ir.Value) (*ir.Instr, int64, bool) { return s.baseFrom(v, 8) }

func (s *splitter) baseFrom(v ir.Value, depth int) (*ir.Instr, int64, bool) {
	var off int64
	for {
		i, ok := v.(*ir.Instr)
		if !ok {
			return nil, 0, false
		}
		switch i.Op {
		case ir.BitCast:
		case ir.GetElementPtr:
			d, ok := edit.ConstOffset(s.layout, i)
			if !ok {
				return nil, 0, false
			}
			off += d
		case ir.Phi, ir.Select:
			var same *ir.Instr
			var at int64
			from := i.Args()
			if i.Op == ir.Select {
				from = from[1:]
			}
			for _, w := range from {
				if depth == 0 {
					return nil, 0, false
				}
				base, d, ok := s.baseFrom(w, depth-1)
				if !ok || same != nil && (base != same || d != at) {
					return nil, 0, false
				}
				same, at = base, d
			}
			return same, off + at, same != nil
		default:
			return i, off, i.Op == ir.Alloca
		}
		v = i.Arg(0)
	}
}

func (s *splitter) setArgAlign(i *ir.Instr, arg int, align int64) {
	x := i.Extra()
	attrs := make([]string, i.NumCallArgs())
	copy(attrs, x.ArgAttrs)
	attrs[arg] = "align " + strconv.FormatInt(align, 10)
	x.ArgAttrs = attrs
}

// splitSet splits a memset into stores to the parts of known type and memsets of the others.
func (s *splitter) splitSet(o *access, parts []*part) {
	i := o.i
	for _, p := range parts {
		from, to := max(o.off, p.off), min(o.off+o.size, p.end)
		if from >= to {
			continue
		}
		s.ins.At(i, func(b *ir.Builder) {
			if v := s.setValue(b, i.Arg(1), p); v != nil && from == p.off && to == p.end {
				b.Store(v, p.slot, int(p.align))
				return
			}
			addr := b.Offset(p.slot, ir.NewInt(ir.I64, from-p.off))
			s.cloneMem(b, i, addr, i.Arg(1), to-from, lowAlign(p.align, from-p.off), 0)
		})
	}
}

// setValue is the value of a part whose bytes are all v; nil where there is no simple one.
func (s *splitter) setValue(b *ir.Builder, v ir.Value, p *part) ir.Value {
	c, ok := ir.IntValue(v)
	if !ok || p.typ == nil {
		return nil
	}
	if c == 0 {
		return ir.Zero(p.typ)
	}
	n := s.bitSize(p.typ)
	if n != 8*(p.end-p.off) || n > 64 {
		return nil
	}
	var w uint64
	for range n / 8 {
		w = w<<8 | uint64(uint8(c))
	}
	return b.Cast(ir.BitCast, ir.NewInt(s.f.Module.Types.Int(int(n)), int64(w)), p.typ)
}

// splitCopy splits a copy from or to the slot into one for each part: a load and a store where
// the part has a type.
func (s *splitter) splitCopy(o *access, parts []*part) {
	i := o.i
	otherArg := 1
	if o.kind == copyFrom {
		otherArg = 0
	}
	otherAlign := edit.ArgAlign(i, otherArg)
	at := slices.IndexFunc(i.Meta, func(t ir.Attachment) bool { return t.Kind == "tbaa.struct" })
	for _, p := range parts {
		from, to := max(o.off, p.off), min(o.off+o.size, p.end)
		if from >= to {
			continue
		}
		s.ins.At(i, func(b *ir.Builder) {
			away := b.Offset(i.Arg(otherArg), ir.NewInt(ir.I64, from-o.off))
			align := lowAlign(otherAlign, from-o.off)
			if p.typ != nil && from == p.off && to == p.end {
				if o.kind == copyTo {
					b.Store(b.Load(p.typ, away, int(align)), p.slot, int(p.align))
				} else {
					b.Store(b.Load(p.typ, p.slot, int(p.align)), away, int(align))
				}
				return
			}
			members := ""
			if at >= 0 {
				list, known := membersIn(s.f.Module, i.Meta[at].Node, from-o.off, to-o.off)
				if known && list == "" {
					return // what stands between members need not be copied
				}
				members = list
			}
			here := b.Offset(p.slot, ir.NewInt(ir.I64, from-p.off))
			hereAlign := lowAlign(p.align, from-p.off)
			if o.kind == copyTo {
				here, away, hereAlign, align = away, here, align, hereAlign
			}
			c := s.cloneMem(b, i, away, here, to-from, align, hereAlign)
			if members != "" {
				c.Meta = append(c.Meta, ir.Attachment{Kind: "tbaa.struct", Node: s.f.Module.Metadata().Add("!{" + members + "}")})
			}
		})
	}
}

// cloneMem repeats a memory intrinsic with other operands; srcAlign 0 says that the second one
// is no pointer.
func (s *splitter) cloneMem(b *ir.Builder, i *ir.Instr, dst, src ir.Value, n, dstAlign, srcAlign int64) *ir.Instr {
	c := b.Call(i.FnType(), i.Callee(), dst, src, ir.NewInt(i.Arg(2).Type(), n), i.Arg(3))
	c.X.FnAttrs = i.X.FnAttrs
	s.setArgAlign(c, 0, dstAlign)
	if srcAlign > 0 {
		s.setArgAlign(c, 1, srcAlign)
	}
	return c
}

// librarys reports whether a union is one of the C++ library's, which has one active member
// for its lifetime and is moved as that; words of other unions may be addresses where their
// type is a float.
func librarys(t *ir.Type) bool {
	return strings.HasPrefix(strings.TrimPrefix(t.Name, `"`), "union.std::")
}

// typeAt is the member of t that occupies exactly the given bytes, else an array of bytes.
func (s *splitter) typeAt(t *ir.Type, off, end int64) *ir.Type {
	for {
		if off == 0 && end == s.layout.AllocSize(t) {
			return t
		}
		if !t.IsAggregate() || t.NumElems() == 0 || t.IsUnion() && t.HasFloat() && !librarys(t) {
			break
		}
		k := t.NumElems() - 1
		if t.Kind == ir.ArrayKind {
			if size := s.layout.AllocSize(t.Elem); size > 0 {
				k = int(off / size)
			}
		} else {
			for k > 0 && s.layout.FieldOffset(t, k) > off {
				k--
			}
		}
		start := s.memberOffset(t, k)
		t, off, end = t.At(k), off-start, end-start
		if end > s.layout.AllocSize(t) {
			return s.bytes(end - off)
		}
	}
	return s.bytes(end - off)
}

func (s *splitter) bytes(n int64) *ir.Type { return s.f.Module.Types.Array(ir.I8, n) }
