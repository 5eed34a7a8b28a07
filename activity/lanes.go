package activity

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// moved is a list whose offsets all grow by n.
func moved(l []memtypes.Piece, n int64) []memtypes.Piece {
	out := make([]memtypes.Piece, len(l))
	for k, p := range l {
		p.Offset += n
		out[k] = p
	}
	return out
}

// shuffled gives the pieces of a shufflevector by a constant mask.
func (t *types) shuffled(i *ir.Instr) ([]memtypes.Piece, bool) {
	mask, ok := i.Arg(2).(*ir.Const)
	if !ok || i.Typ.Scalable {
		return nil, false
	}
	n := t.p.Layout.AllocSize(i.Typ.Elem)
	from := i.Arg(0).Type().Len
	var out []memtypes.Piece
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
		out = append(out, moved(memtypes.Cut(t.operand(src), lane*n, n), k*n)...)
	}
	return out, true
}

// layoutAggregate is the byte offset of a member of an aggregate.
func (t *types) layoutAggregate(typ *ir.Type, path []int) int64 {
	off := int64(0)
	for _, k := range path {
		if typ.Kind == ir.StructKind {
			off += t.p.Layout.FieldOffset(typ, k)
		} else {
			off += int64(k) * t.p.Layout.AllocSize(typ.Elem)
		}
		typ = typ.At(k)
	}
	return off
}

// maxNesting bounds the chain of instructions that make up an aggregate.
const maxNesting = 24

// aggregate gives what the bytes of an aggregate in a register hold.
func (t *types) aggregate(v ir.Value, depth int) []memtypes.Piece {
	size := t.p.Layout.StoreSize(v.Type())
	if !v.Type().IsAggregate() {
		return t.operand(v)
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > maxNesting {
		if ir.IsConstant(v) {
			return []memtypes.Piece{{Size: size, Class: memtypes.Zeros, Rank: memtypes.RankAccess}}
		}
		return t.byType(v.Type())
	}
	switch i.Op {
	case ir.InsertValue:
		at := t.layoutAggregate(i.Typ, i.Indices)
		n := t.p.Layout.StoreSize(i.Arg(1).Type())
		base := t.aggregate(i.Arg(0), depth+1)
		l := memtypes.Cut(base, 0, at)
		l = append(l, moved(t.aggregate(i.Arg(1), depth+1), at)...)
		return append(l, moved(memtypes.Cut(base, at+n, size-at-n), at+n)...)
	case ir.Phi, ir.Select:
		args := i.Args()
		if i.Op == ir.Select {
			args = args[1:]
		}
		var l []memtypes.Piece
		for _, a := range args {
			if a == ir.Value(i) || ir.IsConstant(a) {
				continue
			}
			if l == nil {
				l = t.aggregate(a, depth+8)
			} else {
				l = memtypes.JoinPieces(l, t.aggregate(a, depth+8), size)
			}
		}
		if l != nil {
			return l
		}
	case ir.Load:
		l := t.byType(i.Typ)
		for _, a := range t.p.Pointees(i.Arg(0)) {
			l = memtypes.JoinPieces(l, t.lookup(a, size), size)
		}
		return l
	case ir.Call, ir.Invoke:
		return t.returned(i, size)
	}
	return t.byType(v.Type())
}

// byType is what a type alone tells: integers of 32 bits and more are
// undecided.
func (t *types) byType(typ *ir.Type) []memtypes.Piece {
	var m memtypes.Memory
	m.Scalars(t.p.Layout, typ, 0)
	l := m.Window(0, t.p.Layout.StoreSize(typ))
	for k := range l {
		if l[k].Class == memtypes.Integer && l[k].Size >= 4 {
			l[k].Class, l[k].Rank = memtypes.Unknown, 0
		}
	}
	return l
}

// returned gives what the result of a call holds.
func (t *types) returned(i *ir.Instr, size int64) []memtypes.Piece {
	g := t.p.TargetOf(i)
	if g.Kind == pointsto.ToDefined || g.Kind == pointsto.ToIndirect && !g.Open {
		var l []memtypes.Piece
		for _, s := range t.p.SummariesAt(i, g) {
			if s.Result != nil && l == nil {
				l = s.Result
			} else if s.Result != nil {
				l = memtypes.JoinPieces(l, s.Result, size)
			}
		}
		if l != nil {
			return l
		}
	}
	return t.byType(i.Typ)
}

// arguments lets a callee tell what its integer parameters hold.
func (t *types) arguments(i *ir.Instr, s *pointsto.Summary) {
	for k, l := range s.Values {
		if l == nil || k >= i.NumCallArgs() {
			continue
		}
		v := i.Arg(k)
		n, ok := t.p.Index.Of(v)
		if ok && v.Type().IsInt() && t.p.Class.Of(v) == 0 {
			rep := t.p.Class.Find(n)
			if old, ok := t.val[rep]; ok {
				l = memtypes.JoinPieces(old, l, t.p.Layout.StoreSize(v.Type()))
			}
			t.val[rep] = l
		}
	}
}

// summarizeIntegers collects what the integers hold that a function takes and gives.
func (t *types) summarizeIntegers(s *pointsto.Summary) {
	s.Values = make([][]memtypes.Piece, len(t.p.Func.Params))
	for k, q := range t.p.Func.Params {
		if q.Typ.IsInt() && q.Typ.Bits >= 32 {
			s.Values[k] = t.pieces(q)
		}
	}
	for _, b := range t.p.Func.Blocks {
		if r := b.Term(); r != nil && r.Op == ir.Ret && r.NumArgs() > 0 && !ir.IsConstant(r.Arg(0)) {
			l := t.aggregate(r.Arg(0), 0)
			if s.Result != nil {
				l = memtypes.JoinPieces(s.Result, l, t.p.Layout.StoreSize(r.Arg(0).Type()))
			}
			s.Result = l
		}
	}
}
