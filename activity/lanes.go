package activity

import "github.com/llad-ad/llad/ir"

// cut is the part [off, off+size) of a list of pieces, as a list of its own.
func cut(l []Piece, off, size int64) []Piece {
	if size <= 0 {
		return nil
	}
	return shifted(l, off, size)
}

// moved is a list whose offsets all grow by n.
func moved(l []Piece, n int64) []Piece {
	out := make([]Piece, len(l))
	for k, p := range l {
		p.Offset += n
		out[k] = p
	}
	return out
}

// shuffled gives the pieces of a shufflevector by a constant mask.
func (t *types) shuffled(i *ir.Instr) ([]Piece, bool) {
	mask, ok := i.Arg(2).(*ir.Const)
	if !ok || i.Typ.Scalable {
		return nil, false
	}
	n := t.p.layout.AllocSize(i.Typ.Elem)
	from := i.Arg(0).Type().Len
	var out []Piece
	for k := range i.Typ.Len {
		lane := int64(0)
		if len(mask.Elems) > 0 {
			e := mask.Elems[0]
			if mask.Kind == ir.ConstVector {
				e = mask.Elems[k]
			}
			if lane, ok = ir.IntValue(e); !ok {
				lane = 0 // undefined
			}
		}
		src := i.Arg(0)
		if lane >= from {
			src, lane = i.Arg(1), lane-from
		}
		out = append(out, moved(cut(t.operand(src), lane*n, n), k*n)...)
	}
	return out, true
}

// layoutAggregate is the byte offset of a member of an aggregate.
func (t *types) layoutAggregate(typ *ir.Type, path []int) int64 {
	off := int64(0)
	for _, k := range path {
		if typ.Kind == ir.StructKind {
			off += t.p.layout.FieldOffset(typ, k)
		} else {
			off += int64(k) * t.p.layout.AllocSize(typ.Elem)
		}
		typ = typ.At(k)
	}
	return off
}

// maxNesting bounds the chain of instructions that make up an aggregate.
const maxNesting = 24

// aggregate gives what the bytes of an aggregate in a register hold.
func (t *types) aggregate(v ir.Value, depth int) []Piece {
	size := t.p.layout.StoreSize(v.Type())
	if !v.Type().IsAggregate() {
		return t.operand(v)
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > maxNesting {
		if ir.IsConstant(v) {
			return []Piece{{Size: size, Class: zeroBytes, rank: rankAccess}}
		}
		return t.byType(v.Type())
	}
	switch i.Op {
	case ir.InsertValue:
		at := t.layoutAggregate(i.Typ, i.Indices)
		n := t.p.layout.StoreSize(i.Arg(1).Type())
		base := t.aggregate(i.Arg(0), depth+1)
		l := cut(base, 0, at)
		l = append(l, moved(t.aggregate(i.Arg(1), depth+1), at)...)
		return append(l, moved(cut(base, at+n, size-at-n), at+n)...)
	case ir.Phi, ir.Select:
		args := i.Args()
		if i.Op == ir.Select {
			args = args[1:]
		}
		var l []Piece
		for _, a := range args {
			if a == ir.Value(i) || ir.IsConstant(a) {
				continue
			}
			if l == nil {
				l = t.aggregate(a, depth+8)
			} else {
				l = joinPieces(l, t.aggregate(a, depth+8), size)
			}
		}
		if l != nil {
			return l
		}
	case ir.Load:
		l := t.byType(i.Typ)
		for _, a := range t.p.pointees(i.Arg(0)) {
			l = joinPieces(l, t.lookup(a, size), size)
		}
		return l
	case ir.Call, ir.Invoke:
		return t.returned(i, size)
	}
	return t.byType(v.Type())
}

// byType is what a type alone tells: integers of 32 bits and more are
// undecided.
func (t *types) byType(typ *ir.Type) []Piece {
	var m memTypes
	m.scalars(t.p.layout, typ, 0)
	l := m.window(0, t.p.layout.StoreSize(typ))
	for k := range l {
		if l[k].Class == Integer && l[k].Size >= 4 {
			l[k].Class, l[k].rank = Unknown, 0
		}
	}
	return l
}

// returned gives what the result of a call holds.
func (t *types) returned(i *ir.Instr, size int64) []Piece {
	g := t.p.targetOf(i)
	if g.kind == toDefined || g.kind == toIndirect && !g.open {
		var l []Piece
		for _, s := range t.p.summariesAt(i, g) {
			if s.result != nil && l == nil {
				l = s.result
			} else if s.result != nil {
				l = joinPieces(l, s.result, size)
			}
		}
		if l != nil {
			return l
		}
	}
	return t.byType(i.Typ)
}

// arguments lets a callee tell what its integer parameters hold.
func (t *types) arguments(i *ir.Instr, s *summary) {
	for k, l := range s.values {
		if l == nil || k >= i.NumCallArgs() {
			continue
		}
		v := i.Arg(k)
		n, ok := t.p.index.of(v)
		if ok && v.Type().IsInt() && t.p.class.of(v) == 0 {
			rep := t.p.class.find(n)
			if old, ok := t.val[rep]; ok {
				l = joinPieces(old, l, t.p.layout.StoreSize(v.Type()))
			}
			t.val[rep] = l
		}
	}
}

// summarizeIntegers collects what the integers hold that a function takes and gives.
func (t *types) summarizeIntegers(s *summary) {
	s.values = make([][]Piece, len(t.p.f.Params))
	for k, q := range t.p.f.Params {
		if q.Typ.IsInt() && q.Typ.Bits >= 32 {
			s.values[k] = t.pieces(q)
		}
	}
	for _, b := range t.p.f.Blocks {
		if r := b.Term(); r != nil && r.Op == ir.Ret && r.NumArgs() > 0 && !ir.IsConstant(r.Arg(0)) {
			l := t.aggregate(r.Arg(0), 0)
			if s.result != nil {
				l = joinPieces(s.result, l, t.p.layout.StoreSize(r.Arg(0).Type()))
			}
			s.result = l
		}
	}
}
