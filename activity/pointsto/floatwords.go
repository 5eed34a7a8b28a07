package pointsto

import (
	"math/bits"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// This file is about words of Rust's enums that are the float of one variant and an address in
// another: optimisers load, choose and compute them as the one and use them as the other.

// floatWord is what an integer that has the bits of a double comes from.
type floatWord struct {
	loads []*ir.Instr // of doubles, which may be addresses where they stand
	words []ir.Value  // integers that were taken for doubles
	other bool        // anything else but a float that is computed, which is no address
	is    bool        // it has such bits
}

// floatWord follows the bits of a double, or of one of several.
func (p *Analysis) floatWord(v ir.Value) (w floatWord) {
	i, ok := v.(*ir.Instr)
	if !ok || !p.Module.Rust || i.Op != ir.BitCast || i.Typ != ir.I64 || i.Arg(0).Type() != ir.Double {
		return w
	}
	w.is = true
	seen := map[ir.Value]bool{}
	for list := []ir.Value{i.Arg(0)}; len(list) > 0; list = list[1:] {
		if seen[list[0]] {
			continue
		}
		seen[list[0]] = true
		j, ok := list[0].(*ir.Instr)
		if !ok {
			w.constant(list[0])
			continue
		}
		switch j.Op {
		case ir.Load:
			w.loads = append(w.loads, j)
		case ir.BitCast:
			w.words = append(w.words, j.Arg(0))
		case ir.Phi, ir.Select, ir.Freeze:
			list = append(list, ChosenFrom(j)...)
		case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FRem, ir.FNeg, ir.FPExt, ir.SIToFP, ir.UIToFP:
		case ir.Call:
			w.other = w.other || p.TargetOf(j).Kind != ToMath
		default:
			w.other = true
		}
	}
	return w
}

// constant notes a double that is none of an instruction.
func (w *floatWord) constant(v ir.Value) {
	c, ok := v.(*ir.Const)
	switch {
	case !ok:
		w.other = true
	case c.Kind == ir.ConstExpr && c.Op == ir.BitCast:
		w.words = append(w.words, c.Elems[0])
	case c.Kind == ir.ConstExpr:
		w.other = true
	}
}

// ChosenFrom are the operands of which a choice is one.
func ChosenFrom(i *ir.Instr) []ir.Value {
	if i.Op == ir.Select {
		return i.Args()[1:]
	}
	return i.Args()
}

// leadsNowhere reports whether an integer that is taken for an address, and of which no object is
// known, is none: a small number, as an empty slice has for its address, or the bits of a float. What
// is loaded as a float leads to what is known to stand where it is loaded.
func (p *Analysis) leadsNowhere(v ir.Value, seen map[ir.Value]bool) bool {
	if seen[v] || SmallNumber(v, 0) {
		return true
	}
	i, ok := v.(*ir.Instr)
	if !ok || len(seen) > MaxAddressWays {
		_, number := ir.IntValue(v)
		return !number && ir.IsConstant(v)
	}
	seen[v] = true
	if HalfAlone(v) || WithinHalf(v) {
		return true
	}
	nowhere := func(a ir.Value) bool { return p.leadsNowhere(a, seen) }
	if w := p.floatWord(v); w.is {
		return !w.other && !slices.ContainsFunc(w.words, func(a ir.Value) bool { return !nowhere(a) })
	}
	return IsChoice(i) && !slices.ContainsFunc(ChosenFrom(i), func(a ir.Value) bool { return !nowhere(a) })
}

// HalfAlone reports whether a word of Rust's is nothing but an integer of half its size, or less: no
// address is made of one.
func HalfAlone(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && i.Op == ir.ZExt && i.Arg(0).Type().Bits <= 32 && i.Parent.Parent.Module.FromRust()
}

// WithinHalf reports whether a word of Rust's has nothing but zeros in its upper half: it is put
// together of small members of an enum in whose other variants an address stands there.
func WithinHalf(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && i.Typ == ir.I64 && i.Parent.Parent.Module.FromRust() && SignificantBits(v, 0) <= 32
}

// maxBitsDepth bounds the instructions in a row that SignificantBits looks at.
const maxBitsDepth = 8

// SignificantBits bounds the bits of an integer of which it is not known that they are zero: so
// many of the lowest.
func SignificantBits(v ir.Value, depth int) int {
	all := v.Type().Bits
	if n, ok := ir.IntValue(v); ok && n >= 0 {
		return bits.Len64(uint64(n))
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > maxBitsDepth {
		return all
	}
	of := func(k int) int { return SignificantBits(i.Arg(k), depth+1) }
	switch i.Op {
	case ir.ZExt:
		return of(0)
	case ir.Shl:
		if n, ok := ir.IntValue(i.Arg(1)); ok && n >= 0 && n < int64(all) {
			return min(all, of(0)+int(n))
		}
	case ir.Or:
		return max(of(0), of(1))
	case ir.And:
		return min(of(0), of(1))
	case ir.Select:
		return max(of(1), of(2))
	case ir.Phi: // one, and none that leads to it
		n := 0
		for _, x := range i.Args() {
			n = max(n, SignificantBits(x, max(depth+1, maxBitsDepth)))
		}
		return n
	}
	return all
}
