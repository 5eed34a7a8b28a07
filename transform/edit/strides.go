package edit

import (
	"math/bits"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// Strides decomposes addresses into sums of products of values, modulo 2^64, and computes
// distances between them.
type Strides struct {
	layout  *ir.Layout
	known   map[strideLeaf]Stride
	leaves  []strideLeaf // by their numbers, which begin at 1
	numbers map[strideLeaf]int32

	// Assume is asked whether an integer of fewer bits, extended to 64 as op says, may be taken to be what it would
	// be if nothing had wrapped, which the caller then has to see to; nil for never.
	Assume func(v ir.Value, op ir.Op) bool
}

// strideLeaf is a value and its extension to 64 bits: SExt or ZExt, BadOp where it has 64.
type strideLeaf struct {
	v  ir.Value
	op ir.Op
}

// Stride is a sum of terms in order of their leaves, no two of which have the same leaves.
type Stride []StrideTerm

// StrideTerm is factor, which is not zero, times the product of some leaves.
type StrideTerm struct {
	Factor uint64
	leaves [maxStrideDegree]int32 // in order, with zeros in front
}

const (
	maxStrideTerms  = 16
	maxStrideDegree = 4
	maxStrideDepth  = 40
)

// NewStrides has taken nothing apart yet.
func NewStrides(layout *ir.Layout) *Strides {
	return &Strides{layout: layout, known: map[strideLeaf]Stride{}, leaves: make([]strideLeaf, 1), numbers: map[strideLeaf]int32{}}
}

// Equal reports whether two strides are the same sum.
func (s Stride) Equal(t Stride) bool { return slices.Equal(s, t) }

// Number is the number of a value as a leaf.
func (x *Strides) Number(v ir.Value) int32 { return x.numberOf(strideLeaf{v: v}) }

func (x *Strides) numberOf(l strideLeaf) int32 {
	n, ok := x.numbers[l]
	if !ok {
		n = int32(len(x.leaves))
		x.leaves = append(x.leaves, l)
		x.numbers[l] = n
	}
	return n
}

// Base is the number of the value that an address is computed from.
func (x *Strides) Base(p ir.Value) int32 {
	for {
		i, ok := p.(*ir.Instr)
		if !ok || i.Op != ir.GetElementPtr && i.Op != ir.BitCast {
			return x.Number(p)
		}
		p = i.Arg(0)
	}
}

// Between is the distance from p to q; false where they are not known to have one base.
func (x *Strides) Between(p, q ir.Value) (Stride, bool) {
	d := AddStrides(x.of(strideLeaf{v: q}, 0), x.of(strideLeaf{v: p}, 0), ^uint64(0))
	for _, t := range d {
		for _, n := range t.leaves {
			if n > 0 && x.leaves[n].v.Type().IsPtr() {
				return nil, false
			}
		}
	}
	return d, len(d) <= maxStrideTerms
}

// of is the sum for a value; a leaf stands for itself.
func (x *Strides) of(l strideLeaf, depth int) Stride {
	if c, ok := ir.IntValue(l.v); ok {
		if l.op == ir.ZExt && l.v.Type().Bits < 64 {
			c &= 1<<uint(l.v.Type().Bits) - 1
		}
		return ConstStride(uint64(c))
	}
	if s, ok := x.known[l]; ok {
		return s
	}
	s, ok := x.apart(l, depth)
	if !ok || len(s) > maxStrideTerms {
		s = Stride{{Factor: 1, leaves: [maxStrideDegree]int32{maxStrideDegree - 1: x.numberOf(l)}}}
	}
	x.known[l] = s
	return s
}

func (x *Strides) apart(l strideLeaf, depth int) (Stride, bool) {
	i, ok := l.v.(*ir.Instr)
	if !ok || depth > maxStrideDepth || !l.v.Type().IsPtr() && !l.v.Type().IsInt() {
		return nil, false
	}
	arg := func(k int) Stride { return x.of(strideLeaf{i.Arg(k), l.op}, depth+1) }
	switch i.Op {
	case ir.BitCast:
		return arg(0), i.Arg(0).Type().IsPtr()
	case ir.GetElementPtr:
		s := arg(0)
		ok := x.layout.Steps(i.Elem, i.Args()[1:], func(v ir.Value, bytes int64) bool {
			if v == nil {
				s = AddStrides(s, ConstStride(1), uint64(bytes))
				return true
			}
			index := strideLeaf{v: v}
			if !v.Type().IsInt() || v.Type().Bits > 64 {
				return false
			}
			if v.Type().Bits < 64 {
				index.op = ir.SExt
			}
			s = AddStrides(s, x.of(index, depth+1), uint64(bytes))
			return len(s) <= maxStrideTerms
		})
		return s, ok
	case ir.SExt, ir.ZExt:
		if l.op == ir.BadOp && i.Typ.Bits == 64 {
			return x.of(strideLeaf{i.Arg(0), i.Op}, depth+1), true
		}
		return nil, false
	}
	if s, ok := x.narrowed(i, l.op, depth); ok {
		return s, true
	}
	if i.Op != ir.Or && (l.op == ir.SExt && i.Flags&ir.NSW == 0 || l.op == ir.ZExt && i.Flags&ir.NUW == 0) && !x.assumes(i, l.op) || l.op == ir.BadOp && i.Typ.Bits != 64 {
		return nil, false
	}
	switch i.Op {
	case ir.Add:
		return AddStrides(arg(0), arg(1), 1), true
	case ir.Sub:
		return AddStrides(arg(0), arg(1), ^uint64(0)), true
	case ir.Or:
		s, t := arg(0), arg(1)
		return AddStrides(s, t, 1), i.Flags&ir.Disjoint != 0 || s.lacks(t)
	case ir.Mul:
		return times(arg(0), arg(1))
	case ir.Shl:
		c, ok := ir.IntValue(i.Arg(1))
		return AddStrides(nil, arg(0), 1<<uint(c&63)), ok && c >= 0 && c < 63
	}
	return nil, false
}

// narrowed is the sum for a number of 64 bits of which i keeps the lower ones, where nothing is assumed to get lost.
func (x *Strides) narrowed(i *ir.Instr, op ir.Op, depth int) (Stride, bool) {
	switch {
	case i.Op == ir.Trunc && op != ir.BadOp && i.Arg(0).Type() == ir.I64 && x.Assume != nil && x.Assume(i, op):
	case i.Op == ir.And && op == ir.BadOp && i.Typ == ir.I64 && isLowWord(i.Arg(1)) && x.Assume != nil && x.Assume(i, ir.ZExt):
	default:
		return nil, false
	}
	return x.of(strideLeaf{v: i.Arg(0)}, depth+1), true
}

func isLowWord(v ir.Value) bool {
	c, ok := ir.IntValue(v)
	return ok && c == 1<<32-1
}

func (x *Strides) assumes(i *ir.Instr, op ir.Op) bool {
	return x.Assume != nil && (i.Op == ir.Add || i.Op == ir.Sub || i.Op == ir.Mul || i.Op == ir.Shl) && i.Typ == ir.I32 && x.Assume(i, op)
}

// lacks reports whether t is a constant none of whose bits are set in s: up to clang 17 no
// flag says so.
func (s Stride) lacks(t Stride) bool {
	if len(t) != 1 || t[0].leaves != [maxStrideDegree]int32{} {
		return false
	}
	for _, u := range s {
		if u.leaves == [maxStrideDegree]int32{} {
			if u.Factor&t[0].Factor != 0 {
				return false
			}
		} else if t[0].Factor>>uint(bits.TrailingZeros64(u.Factor)) != 0 {
			return false
		}
	}
	return true
}

// ConstStride is a constant number of bytes.
func ConstStride(c uint64) Stride {
	if c == 0 {
		return nil
	}
	return Stride{{Factor: c}}
}

// AddStrides is s + factor*t.
func AddStrides(s, t Stride, factor uint64) Stride {
	out := slices.Clone(s)
	for _, u := range t {
		u.Factor *= factor
		k, found := slices.BinarySearchFunc(out, u, func(a, b StrideTerm) int { return slices.Compare(a.leaves[:], b.leaves[:]) })
		switch {
		case !found && u.Factor != 0:
			out = slices.Insert(out, k, u)
		case found:
			if out[k].Factor += u.Factor; out[k].Factor == 0 {
				out = slices.Delete(out, k, k+1)
			}
		}
	}
	return out
}

// times is s*t; false where it has products of too many values.
func times(s, t Stride) (Stride, bool) {
	var out Stride
	for _, a := range s {
		for _, b := range t {
			product := slices.Concat(a.leaves[:], b.leaves[:])
			slices.Sort(product)
			if product[maxStrideDegree-1] != 0 {
				return nil, false
			}
			p := StrideTerm{Factor: a.Factor * b.Factor}
			copy(p.leaves[:], product[maxStrideDegree:])
			if p.Factor != 0 {
				out = AddStrides(out, Stride{p}, 1)
			}
		}
	}
	return out, len(out) <= maxStrideTerms
}

// Of is the sum for v, an address or an integer; with op SExt or ZExt, for v extended to 64 bits. ok is false where it has
// too many terms.
func (x *Strides) Of(v ir.Value, op ir.Op) (s Stride, ok bool) {
	s = x.of(strideLeaf{v, op}, 0)
	return s, len(s) <= maxStrideTerms
}

// Times is s*t; false where it has products of too many values.
func (x *Strides) Times(s, t Stride) (Stride, bool) { return times(s, t) }

// Const is the sum where it has no values.
func (s Stride) Const() (c int64, ok bool) {
	switch {
	case len(s) == 0:
		return 0, true
	case len(s) == 1 && s[0].leaves == [maxStrideDegree]int32{}:
		return int64(s[0].Factor), true
	}
	return 0, false
}

// Leaves calls visit with the values that s has products of, and how they are extended, BadOp where they have 64
// bits, until visit returns false. It reports whether visit never did.
func (x *Strides) Leaves(s Stride, visit func(v ir.Value, op ir.Op) bool) bool {
	for _, t := range s {
		for _, n := range t.leaves {
			if n > 0 && !visit(x.leaves[n].v, x.leaves[n].op) {
				return false
			}
		}
	}
	return true
}

// Split takes s apart as per*v + rest, where v, extended as op says, is in neither; false where it has powers of v.
func (x *Strides) Split(s Stride, v ir.Value, op ir.Op) (per, rest Stride, ok bool) {
	leaf := x.numberOf(strideLeaf{v, op})
	for _, t := range s {
		k := slices.Index(t.leaves[:], leaf)
		if k < 0 {
			rest = append(rest, t)
			continue
		}
		copy(t.leaves[1:k+1], t.leaves[:k])
		t.leaves[0] = 0
		if slices.Contains(t.leaves[:], leaf) {
			return nil, nil, false
		}
		per = AddStrides(per, Stride{t}, 1)
	}
	return per, rest, true
}

// Write emits the distance of two elements: a stride divided by size, which divides all its factors.
func (x *Strides) Write(b *ir.Builder, s Stride, size int64) ir.Value {
	return x.write(b, s, size, len(s) == 1)
}

// WriteSum emits s, modulo 2^64.
func (x *Strides) WriteSum(b *ir.Builder, s Stride) ir.Value { return x.write(b, s, 1, false) }

func (x *Strides) write(b *ir.Builder, s Stride, size int64, noWrap bool) ir.Value {
	var sum ir.Value = ir.NewInt(ir.I64, 0)
	for _, t := range s {
		var product ir.Value = ir.NewInt(ir.I64, int64(t.Factor)/size)
		for _, n := range t.leaves {
			if n == 0 {
				continue
			}
			v := x.leaves[n].v
			if op := x.leaves[n].op; op != ir.BadOp {
				v = b.Cast(op, v, ir.I64)
			}
			if noWrap {
				product = NoWrap(b, ir.Mul, v, product)
			} else {
				product = b.Mul(v, product)
			}
		}
		sum = b.Add(sum, product)
	}
	return sum
}
