package memtypes

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// Addr is a set of addresses within one object: off + k*stride. Stride 0 is
// one address, stride 1 any.
type Addr struct {
	Obj         int32
	Off, Stride int64
}

func Gcd(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	if b < 0 {
		b = -b
	}
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (a Addr) Norm() Addr {
	if a.Stride < 0 {
		a.Stride = -a.Stride
	}
	if a.Stride > 0 {
		a.Off %= a.Stride
		if a.Off < 0 {
			a.Off += a.Stride
		}
	}
	return a
}

// Moved is a displaced by off plus multiples of stride.
func (a Addr) Moved(off, stride int64) Addr {
	a.Off += off
	a.Stride = Gcd(a.Stride, stride)
	return a.Norm()
}

// Meets reports whether a record has some of size bytes at x.
func (x Addr) Meets(r Record, size int64) bool {
	g := Gcd(x.Stride, r.Stride)
	d := r.Off - x.Off
	if g == 0 {
		return d < size && d+r.Size > 0
	}
	d = (d%g + g) % g
	return d < size || d+r.Size > g
}

// HoldsWords reports whether addresses stand in a constant as integers of their size.
func HoldsWords(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	if !ok {
		return false
	}
	if c.Kind == ir.ConstExpr {
		return c.Op == ir.PtrToInt && c.Typ == ir.I64
	}
	return slices.ContainsFunc(c.Elems, HoldsWords)
}

// InitWords notes the addresses that stand in an initialiser as integers of their size.
func (m *Memory) InitWords(l *ir.Layout, v ir.Value, off int64) {
	c, ok := v.(*ir.Const)
	switch {
	case !ok:
	case c.Kind == ir.ConstExpr && HoldsWords(c):
		m.Add(Record{Off: off, Size: 8, Class: Pointer, Rank: RankDeclared})
	case c.Kind == ir.ConstStruct:
		for k, e := range c.Elems {
			m.InitWords(l, e, off+l.FieldOffset(c.Typ, k))
		}
	case c.Kind == ir.ConstArray:
		for k, e := range c.Elems {
			m.InitWords(l, e, off+int64(k)*l.AllocSize(c.Typ.Elem))
		}
	}
}

// Zeros is the class of bytes that bit operations have cleared; outside
// this file they count as Integer.
const Zeros PieceClass = 100

// Shifted moves pieces down by n bytes (up when negative) in a word of the
// given size; what comes in is zero, what is cut becomes Mixed.
func Shifted(l []Piece, n, size int64) []Piece {
	var out []Piece
	at := int64(0)
	fill := func(to int64) {
		if to > at {
			out = append(out, Piece{Offset: at, Size: to - at, Class: Zeros, Rank: RankAccess})
			at = to
		}
	}
	for _, p := range l {
		from, to := p.Offset-n, p.Offset-n+p.Size
		if to <= 0 || from >= size {
			continue
		}
		if from < 0 || to > size {
			from, to = max(from, 0), min(to, size)
			if p.Class == FloatData || p.Class == Pointer {
				p.Class, p.Type = Mixed, nil
			}
		}
		fill(from)
		out = append(out, Piece{Offset: from, Size: to - from, Class: p.Class, Type: p.Type, Rank: p.Rank})
		at = to
	}
	fill(size)
	return out
}
