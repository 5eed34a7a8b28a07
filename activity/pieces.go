package activity

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// undecided reports whether nothing but the type of a pointer tells of any byte.
func undecided(l []memtypes.Piece) bool {
	return !slices.ContainsFunc(l, func(p memtypes.Piece) bool { return p.Class != memtypes.Unknown && p.Rank > memtypes.RankHint })
}

// kind gives one period of what all objects on all sides hold, undecided when
// they differ.
func (t *types) kind(sides []pointsto.AddrSet) []memtypes.Piece {
	undecided := []memtypes.Piece{{Size: 1}}
	room := t.room(sides)
	var list []memtypes.Piece
	single := func(a memtypes.Addr) bool {
		// Single members say nothing about what follows, but must not differ.
		m := &t.mem[a.Obj]
		if !slices.ContainsFunc(m.Sorted(), a.Within(room).Has) {
			return true
		}
		p, ok := m.Uniform(a.Within(room))
		return ok && len(list) == 1 && memtypes.SameKind(p, list[0])
	}
	for _, s := range sides {
		for _, a := range s {
			m := &t.mem[a.Obj]
			l, ok := m.PerElement(a, room)
			switch {
			case ok:
			case len(m.Strided) == 0 || a.Obj == pointsto.Foreign && len(s) > 1:
				continue
			default:
				l, ok = m.Periodic(a, room)
			}
			if ok && list != nil {
				l, ok = commonPeriod(list, l)
			}
			if !ok {
				return undecided
			}
			list = l
		}
	}
	if list == nil {
		return undecided
	}
	for _, s := range sides {
		for _, a := range s {
			m := &t.mem[a.Obj]
			if _, ok := m.PerElement(a, room); !ok && len(m.Strided) == 0 && !single(a) {
				return undecided
			}
		}
	}
	return slices.Clone(list)
}

// room bounds the bytes that may be moved between the sides: no more than one of them has
// from its addresses on. It is math.MaxInt64 where that is not known.
func (t *types) room(sides []pointsto.AddrSet) int64 {
	room := int64(math.MaxInt64)
	for _, s := range sides {
		most := int64(0)
		for _, a := range s {
			size := t.p.Objs[a.Obj].Size
			if size == 0 {
				most = math.MaxInt64
				break
			}
			most = max(most, size-a.Off)
		}
		if len(s) > 0 {
			room = min(room, most)
		}
	}
	return room
}

// commonPeriod is what two lists of repeating pieces have in common, over a period of both:
// integers in one give way to floats in the other.
func commonPeriod(a, b []memtypes.Piece) ([]memtypes.Piece, bool) {
	if slices.EqualFunc(a, b, memtypes.SameBytes) {
		return a, true
	}
	length := func(l []memtypes.Piece) int64 { return l[len(l)-1].Offset + l[len(l)-1].Size }
	n, k := length(a), length(b)
	all := n / memtypes.Gcd(n, k) * k
	if all > memtypes.MaxPeriod {
		return nil, false
	}
	a, b = memtypes.EquallySure(again(a, n, all)), memtypes.EquallySure(again(b, k, all))
	list := memtypes.JoinPieces(memtypes.Yielding(a, b), memtypes.Yielding(b, a), all)
	return list, memtypes.Decided(list)
}

// again is a list of a length again and again.
func again(l []memtypes.Piece, length, all int64) []memtypes.Piece {
	var list []memtypes.Piece
	for at := int64(0); at < all; at += length {
		list = append(list, moved(l, at)...)
	}
	return list
}

// period shortens a list that repeats itself.
func period(l []memtypes.Piece) []memtypes.Piece {
	if len(l) < 2 {
		return l
	}
	for k := range l {
		if l[k].Class != l[0].Class || l[k].Type != l[0].Type || l[k].Size != l[0].Size {
			return l
		}
	}
	return l[:1]
}

// movesFloats reports whether a memcpy or memmove may move floats.
func (t *types) movesFloats(i *ir.Instr) bool {
	list := t.blockPieces(i)
	for _, p := range list {
		if p.Class != memtypes.Integer && p.Class != memtypes.Pointer {
			return true
		}
	}
	return t.env.mayTellWords() && t.p.TargetOf(i).Kind == pointsto.ToCopy && (weak(i, list) || t.unsure(i, list))
}

// Pieces gives what the bytes hold that a load, store, memcpy, memmove or
// memset moves: of a block operation one period. Bytes that nobody reads as
// floats or pointers count as Integer.
func (a *Info) Pieces(i *ir.Instr) []memtypes.Piece {
	var list []memtypes.Piece
	for _, p := range a.pieces(i) {
		p.Rank = 0
		if k := len(list) - 1; k >= 0 && p.Class == list[k].Class && p.Class != memtypes.FloatData && p.Class != memtypes.Pointer {
			list[k].Size += p.Size
			continue
		}
		list = append(list, p)
	}
	return list
}

func (a *Info) pieces(i *ir.Instr) []memtypes.Piece {
	t := a.sol.g.ty
	var v ir.Value
	switch i.Op {
	case ir.Load:
		v = i
	case ir.Store:
		v = i.Arg(0)
	case ir.AtomicRMW, ir.CmpXchg:
		v = i.Arg(i.NumArgs() - 1)
	case ir.Call, ir.Invoke, ir.CallBr:
		switch t.p.TargetOf(i).Kind {
		case pointsto.ToCopy, pointsto.ToSet, pointsto.ToRealloc:
			return a.moved[i]
		case pointsto.ToLoad:
			v = i
		case pointsto.ToStore:
			v = i.Arg(0)
		default:
			return nil
		}
	default:
		return nil
	}
	if v.Type().Scalar().IsInt() {
		if l, ok := a.moved[i]; ok {
			return l
		}
		if !ir.IsConstant(v) {
			return t.valuePieces(v)
		}
	}
	var m memtypes.Memory
	m.Scalars(t.p.Layout, v.Type(), 0)
	return m.Window(0, t.p.Layout.StoreSize(v.Type()))
}

// SignOp recognises an and, or, xor on the bits of floats (FloatLanes of the
// result) that only changes their signs.
func (a *Info) SignOp(i *ir.Instr) SignOp { return a.sol.g.ty.signOp(i) }

// Undecided reports whether nothing tells if an integer value holds floats.
func (a *Info) Undecided(v ir.Value) bool {
	return !ir.IsConstant(v) && v.Type().Scalar().IsInt() && !memtypes.Decided(a.sol.g.ty.valuePieces(v))
}

// FloatLanes gives, for an integer value that carries floats (a double copied
// as i64, two floats in an i64), the scalar types from the low bits up, integer
// types for what is none; nil for any other value.
func (a *Info) FloatLanes(v ir.Value) []*ir.Type {
	if ir.IsConstant(v) || !v.Type().Scalar().IsInt() {
		return nil
	}
	return a.sol.g.ty.lanes(v)
}

func (t *types) lanes(v ir.Value) []*ir.Type {
	var list []*ir.Type
	if t.word(v) {
		return slices.Repeat([]*ir.Type{ir.Double}, int(t.p.Layout.StoreSize(v.Type())/t.p.Layout.StoreSize(ir.Double)))
	}
	floats, rest := false, int64(0)
	flush := func() {
		if rest > 0 {
			list = append(list, t.env.M.Types.Int(int(8*rest)))
			rest = 0
		}
	}
	for _, p := range t.valuePieces(v) {
		if p.Class != memtypes.FloatData {
			rest += p.Size
			continue
		}
		flush()
		floats = true
		list = append(list, p.Type)
	}
	flush()
	if !floats {
		return nil
	}
	return list
}
