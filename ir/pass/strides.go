package pass

import (
	"math/bits"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// strides takes addresses apart into sums of products of values, modulo 2^64, and tells
// how far one lies behind another.
type strides struct {
	layout  *ir.Layout
	known   map[strideLeaf]stride
	leaves  []strideLeaf // by their numbers, which begin at 1
	numbers map[strideLeaf]int32
}

// strideLeaf is a value and how it is extended to 64 bits: SExt or ZExt, BadOp where it
// has as many.
type strideLeaf struct {
	v  ir.Value
	op ir.Op
}

// stride is a sum in order of its terms' leaves, no two of which have the same.
type stride []strideTerm

// strideTerm is factor, which is not zero, times the product of some leaves.
type strideTerm struct {
	factor uint64
	leaves [maxStrideDegree]int32 // in order, with zeros in front
}

const (
	maxStrideTerms  = 16
	maxStrideDegree = 4
	maxStrideDepth  = 40
)

func newStrides(layout *ir.Layout) *strides {
	return &strides{layout: layout, known: map[strideLeaf]stride{}, leaves: make([]strideLeaf, 1), numbers: map[strideLeaf]int32{}}
}

func (s stride) equal(t stride) bool { return slices.Equal(s, t) }

// number tells values apart.
func (x *strides) number(v ir.Value) int32 { return x.numberOf(strideLeaf{v: v}) }

func (x *strides) numberOf(l strideLeaf) int32 {
	n, ok := x.numbers[l]
	if !ok {
		n = int32(len(x.leaves))
		x.leaves = append(x.leaves, l)
		x.numbers[l] = n
	}
	return n
}

// base is the number of what an address is computed from.
func (x *strides) base(p ir.Value) int32 {
	for {
		i, ok := p.(*ir.Instr)
		if !ok || i.Op != ir.GetElementPtr && i.Op != ir.BitCast {
			return x.number(p)
		}
		p = i.Arg(0)
	}
}

// between is how far q lies behind p; false where they are not known to have the same base.
func (x *strides) between(p, q ir.Value) (stride, bool) {
	d := plus(x.of(strideLeaf{v: q}, 0), x.of(strideLeaf{v: p}, 0), ^uint64(0))
	for _, t := range d {
		for _, n := range t.leaves {
			if n > 0 && x.leaves[n].v.Type().IsPtr() {
				return nil, false
			}
		}
	}
	return d, len(d) <= maxStrideTerms
}

// of is the sum for a value; a leaf stands for itself where it cannot be taken apart.
func (x *strides) of(l strideLeaf, depth int) stride {
	if c, ok := ir.IntValue(l.v); ok {
		if l.op == ir.ZExt && l.v.Type().Bits < 64 {
			c &= 1<<uint(l.v.Type().Bits) - 1
		}
		return constant(uint64(c))
	}
	if s, ok := x.known[l]; ok {
		return s
	}
	s, ok := x.apart(l, depth)
	if !ok || len(s) > maxStrideTerms {
		s = stride{{factor: 1, leaves: [maxStrideDegree]int32{maxStrideDegree - 1: x.numberOf(l)}}}
	}
	x.known[l] = s
	return s
}

func (x *strides) apart(l strideLeaf, depth int) (stride, bool) {
	i, ok := l.v.(*ir.Instr)
	if !ok || depth > maxStrideDepth || !l.v.Type().IsPtr() && !l.v.Type().IsInt() {
		return nil, false
	}
	arg := func(k int) stride { return x.of(strideLeaf{i.Arg(k), l.op}, depth+1) }
	switch i.Op {
	case ir.BitCast:
		return arg(0), i.Arg(0).Type().IsPtr()
	case ir.GetElementPtr:
		s := arg(0)
		ok := x.layout.Steps(i.Elem, i.Args()[1:], func(v ir.Value, bytes int64) bool {
			if v == nil {
				s = plus(s, constant(1), uint64(bytes))
				return true
			}
			index := strideLeaf{v: v}
			if !v.Type().IsInt() || v.Type().Bits > 64 {
				return false
			}
			if v.Type().Bits < 64 {
				index.op = ir.SExt
			}
			s = plus(s, x.of(index, depth+1), uint64(bytes))
			return len(s) <= maxStrideTerms
		})
		return s, ok
	case ir.SExt, ir.ZExt:
		if l.op == ir.BadOp && i.Typ.Bits == 64 {
			return x.of(strideLeaf{i.Arg(0), i.Op}, depth+1), true
		}
		return nil, false
	}
	if l.op == ir.SExt && i.Flags&ir.NSW == 0 && i.Op != ir.Or || l.op == ir.ZExt && i.Flags&ir.NUW == 0 && i.Op != ir.Or || l.op == ir.BadOp && i.Typ.Bits != 64 {
		return nil, false
	}
	switch i.Op {
	case ir.Add:
		return plus(arg(0), arg(1), 1), true
	case ir.Sub:
		return plus(arg(0), arg(1), ^uint64(0)), true
	case ir.Or:
		s, t := arg(0), arg(1)
		return plus(s, t, 1), i.Flags&ir.Disjoint != 0 || s.lacks(t)
	case ir.Mul:
		return times(arg(0), arg(1))
	case ir.Shl:
		c, ok := ir.IntValue(i.Arg(1))
		return plus(nil, arg(0), 1<<uint(c&63)), ok && c >= 0 && c < 63
	}
	return nil, false
}

// lacks reports whether t is a constant none of whose bits are set in s: up to the LLVM
// of clang 17 nothing else says so.
func (s stride) lacks(t stride) bool {
	if len(t) != 1 || t[0].leaves != [maxStrideDegree]int32{} {
		return false
	}
	for _, u := range s {
		if u.leaves == [maxStrideDegree]int32{} {
			if u.factor&t[0].factor != 0 {
				return false
			}
		} else if t[0].factor>>uint(bits.TrailingZeros64(u.factor)) != 0 {
			return false
		}
	}
	return true
}

func constant(c uint64) stride {
	if c == 0 {
		return nil
	}
	return stride{{factor: c}}
}

// plus is s + factor*t.
func plus(s, t stride, factor uint64) stride {
	out := slices.Clone(s)
	for _, u := range t {
		u.factor *= factor
		k, found := slices.BinarySearchFunc(out, u, func(a, b strideTerm) int { return slices.Compare(a.leaves[:], b.leaves[:]) })
		switch {
		case !found && u.factor != 0:
			out = slices.Insert(out, k, u)
		case found:
			if out[k].factor += u.factor; out[k].factor == 0 {
				out = slices.Delete(out, k, k+1)
			}
		}
	}
	return out
}

// times is s*t; false where it has products of too many values.
func times(s, t stride) (stride, bool) {
	var out stride
	for _, a := range s {
		for _, b := range t {
			product := slices.Concat(a.leaves[:], b.leaves[:])
			slices.Sort(product)
			if product[maxStrideDegree-1] != 0 {
				return nil, false
			}
			p := strideTerm{factor: a.factor * b.factor}
			copy(p.leaves[:], product[maxStrideDegree:])
			if p.factor != 0 {
				out = plus(out, stride{p}, 1)
			}
		}
	}
	return out, len(out) <= maxStrideTerms
}

// write computes a stride divided by size, by which all its factors can be divided.
func (x *strides) write(b *ir.Builder, s stride, size int64) ir.Value {
	var sum ir.Value = ir.NewInt(ir.I64, 0)
	for _, t := range s {
		var product ir.Value = ir.NewInt(ir.I64, int64(t.factor)/size)
		for _, n := range t.leaves {
			if n == 0 {
				continue
			}
			v := x.leaves[n].v
			if op := x.leaves[n].op; op != ir.BadOp {
				v = b.Cast(op, v, ir.I64)
			}
			if len(s) == 1 { // the distance of two elements
				product = noWrap(b, ir.Mul, v, product)
			} else {
				product = b.Mul(v, product)
			}
		}
		sum = b.Add(sum, product)
	}
	return sum
}
