package analysis

import (
	"math/bits"

	"github.com/llad-ad/llad/ir"
)

// commonScale is what the unknown part of a distance is a multiple of: what all
// scales have in common; without inbounds only powers of two survive wrapping.
func commonScale(terms []term, inbounds bool) int64 {
	var g uint64
	for _, t := range terms {
		g = gcd(g, absInt(t.scale))
	}
	if !inbounds {
		g &= -g
	}
	if g > 1<<40 {
		return 1
	}
	return int64(g)
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// address is base + off + the sum of scale * value.
type address struct {
	base     ir.Value
	off      int64
	terms    []term
	inbounds bool
}

type term struct {
	v     ir.Value
	scale int64
	width int // bits of v that count, sign-extended
}

// maxTerms bounds the indices of one address: arrays placed one behind the other in a block take one each.
const maxTerms = 32

// address is p taken apart.
func (a *Alias) address(p ir.Value) address {
	x, ok := a.addresses[p]
	if !ok {
		x = takeApart(a.f.Module.Layout, p)
		a.addresses[p] = x
	}
	return x
}

// Base is the value that p is computed from by constants and indices. Where the
// bases of two addresses differ, what is known of the addresses is known of the
// bases.
func (a *Alias) Base(p ir.Value) ir.Value { return a.address(p).base }

// takeApart follows the GEPs of p as far as it goes.
func takeApart(layout *ir.Layout, p ir.Value) address {
	x := address{base: p, inbounds: true}
	for range 1000 {
		var args []ir.Value
		var elem *ir.Type
		var flags ir.Flags
		switch v := x.base.(type) {
		case *ir.Instr:
			switch {
			case v.Op == ir.BitCast && v.Typ.IsPtr():
				x.base = v.Arg(0)
				continue
			case v.Op == ir.GetElementPtr && v.Typ.IsPtr() && !isMark(v):
				args, elem, flags = v.Args(), v.Elem, v.Flags
			default:
				return x
			}
		case *ir.Const:
			if v.Kind != ir.ConstExpr || v.Op != ir.BitCast && v.Op != ir.GetElementPtr {
				return x
			}
			args, elem, flags = v.Elems, v.Elem, v.Flags
			if v.Op == ir.BitCast {
				x.base = v.Elems[0]
				continue
			}
		default:
			return x
		}
		y, ok := gepTerms(layout, elem, args)
		if !ok || len(x.terms)+len(y.terms) > maxTerms {
			return x
		}
		x.base = args[0]
		x.off += y.off
		x.terms = append(x.terms, y.terms...)
		x.inbounds = x.inbounds && flags&ir.InBounds != 0
	}
	return x
}

func gepTerms(layout *ir.Layout, elem *ir.Type, args []ir.Value) (x address, ok bool) {
	ok = layout.Steps(elem, args[1:], func(v ir.Value, size int64) bool {
		if v == nil {
			x.off += size
			return true
		}
		if !v.Type().IsInt() {
			return false
		}
		if c, constant := ir.IntValue(v); constant {
			hi, lo := bits.Mul64(absInt(c), uint64(size))
			x.off += c * size
			return hi == 0 && lo <= 1<<62
		}
		if size != 0 {
			x.terms = append(x.terms, indexTerm(v, size)...)
			if c, ok := indexOffset(v); ok {
				x.off += c * size
			}
		}
		return true
	})
	return x, ok
}

// indexTerm and indexOffset see an index i+c as i and c where the sum does not
// wrap.
func indexTerm(v ir.Value, scale int64) []term {
	v, width := stripIndex(v)
	if i, _, ok := addedConst(v); ok {
		v, width = stripIndexTo(i, width)
	}
	return []term{{v, scale, width}}
}

func indexOffset(v ir.Value) (int64, bool) {
	v, _ = stripIndex(v)
	_, c, ok := addedConst(v)
	return c, ok
}

// stripIndex removes sign extensions: GEP indices are extended that way.
func stripIndex(v ir.Value) (ir.Value, int) { return stripIndexTo(v, v.Type().Bits) }

func stripIndexTo(v ir.Value, width int) (ir.Value, int) {
	for {
		i, ok := v.(*ir.Instr)
		if !ok || i.Op != ir.SExt {
			return v, width
		}
		v = i.Arg(0)
		width = v.Type().Bits
	}
}

func addedConst(v ir.Value) (ir.Value, int64, bool) {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op != ir.Add && i.Op != ir.Sub || i.Flags&ir.NSW == 0 {
		return v, 0, false
	}
	c, ok := ir.IntValue(i.Arg(1))
	if !ok || c > 1<<30 || c < -1<<30 {
		return v, 0, false
	}
	if i.Op == ir.Sub {
		c = -c
	}
	return i.Arg(0), c, true
}
