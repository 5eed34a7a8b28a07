package activity

import (
	"math/big"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// SignOp is a bit operation on the representation of a float that amounts to a
// floating-point one.
type SignOp uint8

// The operations on sign bits.
const (
	NoSignOp SignOp = iota
	SignFlip        // xor with the sign bit: fneg
	SignDrop        // and with all but the sign bit: fabs
	SignSet         // or with the sign bit: -fabs
	SignOnly        // and with the sign bit alone: no derivative
)

// signOp recognises bit operations with constant sign masks on integers that
// hold floats; every lane gets the same treatment.
func (t *types) signOp(i *ir.Instr) SignOp {
	if i.Op != ir.And && i.Op != ir.Or && i.Op != ir.Xor || i.NumArgs() != 2 {
		return NoSignOp
	}
	v, mask := i.Arg(0), i.Arg(1)
	if ir.IsConstant(v) {
		v, mask = mask, v
	}
	bits, ok := maskBytes(mask, t.p.Layout.StoreSize(i.Typ))
	if !ok {
		return NoSignOp
	}
	var op SignOp
	for _, p := range t.valuePieces(v) {
		if p.Class != memtypes.FloatData {
			return NoSignOp
		}
		o := laneSignOp(i.Op, bits[p.Offset:p.Offset+p.Size])
		if o == NoSignOp || op != NoSignOp && o != op {
			return NoSignOp
		}
		op = o
	}
	return op
}

// laneSignOp looks at the mask bytes of one float, low byte first.
func laneSignOp(op ir.Op, b []byte) SignOp {
	n := len(b) - 1
	low := b[0]
	for _, x := range b[:n] {
		if x != low {
			return NoSignOp
		}
	}
	switch {
	case op == ir.Xor && low == 0 && b[n] == 0x80:
		return SignFlip
	case op == ir.Or && low == 0 && b[n] == 0x80:
		return SignSet
	case op == ir.And && low == 0xff && b[n] == 0x7f:
		return SignDrop
	case op == ir.And && low == 0 && b[n] == 0x80:
		return SignOnly
	}
	return NoSignOp
}

// onlySigns reports whether i leaves nothing of its operand but the signs of the
// lanes, as masks: derivatives end there as they do at a comparison.
func onlySigns(i *ir.Instr) bool {
	if i.Op != ir.AShr {
		return false
	}
	c, ok := i.Arg(1).(*ir.Const)
	if !ok {
		return false
	}
	lanes := []ir.Value{c}
	if c.Kind == ir.ConstVector || c.Kind == ir.ConstSplat {
		lanes = c.Elems
	}
	for _, e := range lanes {
		if n, ok := ir.IntValue(e); !ok || n != int64(i.Typ.Scalar().Bits)-1 {
			return false
		}
	}
	return true
}

// maskBytes gives the bytes of an integer constant or vector of them, low
// first.
func maskBytes(v ir.Value, size int64) ([]byte, bool) {
	c, ok := v.(*ir.Const)
	if !ok {
		return nil, false
	}
	switch c.Kind {
	case ir.ConstZero:
		return make([]byte, size), true
	case ir.ConstInt:
		n := big.NewInt(c.Int)
		if c.Big != nil {
			n = c.Big
		}
		mod := new(big.Int).Lsh(big.NewInt(1), uint(8*size))
		b := new(big.Int).Mod(n, mod).FillBytes(make([]byte, size))
		for k := range len(b) / 2 {
			b[k], b[len(b)-1-k] = b[len(b)-1-k], b[k]
		}
		return b, true
	case ir.ConstVector, ir.ConstSplat:
		n := size / int64(max(c.Typ.Len, 1))
		var all []byte
		for int64(len(all)) < size {
			e := c.Elems[0]
			if c.Kind == ir.ConstVector {
				e = c.Elems[int64(len(all))/max(n, 1)]
			}
			b, ok := maskBytes(e, n)
			if !ok || n == 0 {
				return nil, false
			}
			all = append(all, b...)
		}
		return all, true
	}
	return nil, false
}

// isBitOp reports whether an integer instruction moves or masks bits, so that
// its result may still hold floats.
func isBitOp(i *ir.Instr) bool {
	switch i.Op {
	case ir.And, ir.Or, ir.Xor, ir.Shl, ir.LShr, ir.AShr, ir.Trunc, ir.ZExt, ir.BitCast,
		ir.ExtractElement, ir.InsertElement, ir.ShuffleVector, ir.ExtractValue, ir.Call, ir.Invoke:
		return i.Typ.Scalar().IsInt()
	}
	return pointsto.UpperHalf(i)
}

// transfer gives what the result of a bit operation holds, from what its
// operands hold.
func (t *types) transfer(i *ir.Instr) []memtypes.Piece {
	size := t.p.Layout.StoreSize(i.Typ)
	switch i.Op {
	case ir.Trunc:
		if i.Typ.IsInt() {
			return memtypes.Shifted(t.operand(i.Arg(0)), 0, size)
		}
	case ir.ZExt:
		if i.Typ.IsInt() {
			return memtypes.Shifted(t.operand(i.Arg(0)), 0, size)
		}
	case ir.LShr, ir.Shl:
		if n, ok := ir.IntValue(i.Arg(1)); ok && n%8 == 0 && i.Typ.IsInt() {
			if i.Op == ir.Shl {
				n = -n
			}
			return memtypes.Shifted(t.operand(i.Arg(0)), n/8, size)
		}
	case ir.BitCast:
		return t.operand(i.Arg(0))
	case ir.Or, ir.And, ir.Xor:
		return t.masked(i, size)
	case ir.Add, ir.Sub:
		l := t.operand(i.Arg(0))
		switch high := memtypes.Cut(l, 4, 4); {
		case size != 8:
		case plain(high):
			return append(memtypes.Cut(l, 0, 4), memtypes.Piece{Offset: 4, Size: 4, Class: memtypes.Integer, Rank: memtypes.RankAccess})
		case undecidedOnly(high):
			return append(memtypes.Cut(l, 0, 4), memtypes.Piece{Offset: 4, Size: 4})
		}
	case ir.ExtractElement:
		if k, ok := ir.IntValue(i.Arg(1)); ok {
			return memtypes.Cut(t.operand(i.Arg(0)), k*size, size)
		}
	case ir.InsertElement:
		if k, ok := ir.IntValue(i.Arg(2)); ok {
			n := t.p.Layout.StoreSize(i.Arg(1).Type())
			l := memtypes.Cut(t.operand(i.Arg(0)), 0, k*n)
			l = append(l, moved(t.operand(i.Arg(1)), k*n)...)
			return append(l, moved(memtypes.Cut(t.operand(i.Arg(0)), (k+1)*n, size-(k+1)*n), (k+1)*n)...)
		}
	case ir.ShuffleVector:
		if l, ok := t.shuffled(i); ok {
			return l
		}
	case ir.Phi, ir.Select, ir.Freeze:
		l := []memtypes.Piece{{Size: size}}
		for _, a := range pointsto.Copied(i) {
			if t.p.Class.Find(t.p.Index.At(a)) != t.p.Class.Find(t.p.Index.At(i)) {
				l = memtypes.JoinPieces(l, t.operand(a), size)
			}
		}
		return l
	case ir.ExtractValue:
		at := t.layoutAggregate(i.Arg(0).Type(), i.Indices)
		return memtypes.Cut(t.aggregate(i.Arg(0), 0), at, size)
	case ir.Call, ir.Invoke:
		return t.returned(i, size)
	}
	undecided := false
	for k := range i.NumArgs() {
		switch l := t.operand(i.Arg(k)); {
		case plain(l):
		case undecidedOnly(l):
			undecided = true
		default:
			return []memtypes.Piece{{Size: size, Class: memtypes.Mixed, Rank: memtypes.RankAccess}}
		}
	}
	if undecided {
		return []memtypes.Piece{{Size: size}}
	}
	return []memtypes.Piece{{Size: size, Class: memtypes.Integer, Rank: memtypes.RankAccess}}
}

// operand is valuePieces for any operand, constants included.
func (t *types) operand(v ir.Value) []memtypes.Piece {
	size := t.p.Layout.StoreSize(v.Type())
	if ir.IsConstant(v) {
		if ir.IsZero(v) {
			return []memtypes.Piece{{Size: size, Class: memtypes.Zeros, Rank: memtypes.RankAccess}}
		}
		if b, ok := maskBytes(v, size); ok && v.Type().IsInt() {
			return zeroParts(b)
		}
		return []memtypes.Piece{{Size: size, Class: memtypes.Integer, Rank: memtypes.RankAccess}}
	}
	if v.Type().Scalar().IsInt() {
		return t.pieces(v)
	}
	var m memtypes.Memory
	m.Scalars(t.p.Layout, v.Type(), 0)
	return m.Window(0, size)
}

// plain reports whether pieces hold nothing but integers.
func plain(l []memtypes.Piece) bool {
	for _, p := range l {
		if p.Class != memtypes.Integer && p.Class != memtypes.Zeros {
			return false
		}
	}
	return true
}

// masked is transfer for and, or, xor: lanes put together, whole bytes masked
// out, sign bits changed.
func (t *types) masked(i *ir.Instr, size int64) []memtypes.Piece {
	a, b := t.operand(i.Arg(0)), t.operand(i.Arg(1))
	switch {
	case plain(a) && plain(b):
		return merge(a, b, size)
	case i.Op != ir.And && i.Typ.IsInt():
		if m := merge(a, b, size); memtypes.Decided(m) {
			return m
		}
	}
	if op := t.signOp(i); op != NoSignOp {
		if op == SignOnly {
			return []memtypes.Piece{{Size: size, Class: memtypes.Integer, Rank: memtypes.RankAccess}}
		}
		if ir.IsConstant(i.Arg(0)) {
			return b
		}
		return a
	}
	if bits, ok := maskBytes(i.Arg(1), size); ok && i.Op == ir.And && size > 1 {
		return kept(a, bits)
	}
	if undecidedOnly(a) && undecidedOnly(b) {
		return []memtypes.Piece{{Size: size}}
	}
	return []memtypes.Piece{{Size: size, Class: memtypes.Mixed, Rank: memtypes.RankAccess}}
}

func undecidedOnly(l []memtypes.Piece) bool {
	for _, p := range l {
		if p.Class == memtypes.FloatData || p.Class == memtypes.Mixed || p.Class == memtypes.Pointer {
			return false
		}
	}
	return true
}

// zeroParts tells the zero bytes of a constant from the others.
func zeroParts(b []byte) []memtypes.Piece {
	var l []memtypes.Piece
	for k, x := range b {
		c := memtypes.Integer
		if x == 0 {
			c = memtypes.Zeros
		}
		if n := len(l) - 1; n >= 0 && l[n].Class == c {
			l[n].Size++
			continue
		}
		l = append(l, memtypes.Piece{Offset: int64(k), Size: 1, Class: c, Rank: memtypes.RankAccess})
	}
	return l
}

// merge overlays words of which one is zero wherever the other holds a float.
func merge(a, b []memtypes.Piece, size int64) []memtypes.Piece {
	var out []memtypes.Piece
	put := func(off, n int64, c memtypes.PieceClass, t *ir.Type) {
		if k := len(out) - 1; k >= 0 && c != memtypes.FloatData && c != memtypes.Pointer && out[k].Class == c {
			out[k].Size += n
			return
		}
		out = append(out, memtypes.Piece{Offset: off, Size: n, Class: c, Type: t, Rank: memtypes.RankAccess})
	}
	for off := int64(0); off < size; {
		p, q := pieceAt(a, off), pieceAt(b, off)
		if p.Class == memtypes.Zeros {
			p, q = q, p
		}
		end := p.Offset + p.Size
		switch {
		case q.Class == memtypes.Zeros && p.Offset == off && (p.Class == memtypes.FloatData || p.Class == memtypes.Pointer) && q.Offset+q.Size >= end:
			put(off, p.Size, p.Class, p.Type)
			off = end
		case q.Class == memtypes.Zeros && p.Class != memtypes.FloatData && p.Class != memtypes.Pointer:
			put(off, 1, p.Class, nil)
			off++
		case (p.Class == memtypes.Integer || p.Class == memtypes.Zeros) && (q.Class == memtypes.Integer || q.Class == memtypes.Zeros):
			put(off, 1, memtypes.Integer, nil)
			off++
		default:
			put(off, 1, memtypes.Mixed, nil)
			off++
		}
	}
	return out
}

// pieceAt is the piece that covers an offset.
func pieceAt(l []memtypes.Piece, off int64) memtypes.Piece {
	for _, p := range l {
		if off >= p.Offset && off < p.Offset+p.Size {
			return p
		}
	}
	return memtypes.Piece{Offset: off, Size: 1, Class: memtypes.Zeros, Rank: memtypes.RankAccess}
}

// kept applies a mask of whole bytes.
func kept(l []memtypes.Piece, mask []byte) []memtypes.Piece {
	var out []memtypes.Piece
	for _, p := range l {
		if p.Class == memtypes.Unknown {
			for k, b := range mask[p.Offset : p.Offset+p.Size] {
				part := memtypes.Piece{Offset: p.Offset + int64(k), Size: 1}
				if b == 0 {
					part.Class, part.Rank = memtypes.Zeros, memtypes.RankAccess
				}
				if n := len(out) - 1; n >= 0 && k > 0 && out[n].Class == part.Class {
					out[n].Size++
					continue
				}
				out = append(out, part)
			}
			continue
		}
		c := p.Class
		all, none := true, true
		for _, b := range mask[p.Offset : p.Offset+p.Size] {
			all = all && b == 0xff
			none = none && b == 0
		}
		switch {
		case none:
			c = memtypes.Zeros
		case !all && c != memtypes.Integer && c != memtypes.Zeros:
			c = memtypes.Mixed
		}
		if c != p.Class {
			p.Type = nil
		}
		p.Class = c
		out = append(out, p)
	}
	return out
}
