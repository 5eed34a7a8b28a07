package canon

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// Alignments lowers the alignment of loads and stores to that of their scalars, except where
// it follows from the allocation. Libraries with vector code check an address at run time,
// peel iterations until it is aligned, and then claim the alignment; the shadow of that memory
// may be aligned differently. It reports whether anything changed.
func Alignments(f *ir.Function) bool {
	changed := false
	layout := f.Module.Layout
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			t := i.Typ
			switch i.Op {
			case ir.Store:
				t = i.Arg(0).Type()
			case ir.Load:
			default:
				continue
			}
			stated := int64(i.Align)
			if stated == 0 {
				stated = layout.Align(t)
			}
			own := layout.Align(t.Scalar())
			if stated <= own {
				continue
			}
			if made := KnownAlignment(layout, i.Arg(i.NumArgs()-1)); made < stated {
				i.Align = int32(max(own, made))
				changed = true
			}
		}
	}
	return changed
}

// heapMakers are allocation functions whose result is aligned for every fundamental type, in
// the program and in its derivative.
var heapMakers = []string{"malloc", "calloc", "realloc", "_Znwm", "_Znam"}

const (
	maxAlignSteps = 8
	heapAlign     = 16 // of what heapMakers give
)

// KnownAlignment is the alignment of an address in bytes, a power of two, as far as it follows
// from globals, stack slots, parameters and allocations; 1 otherwise.
func KnownAlignment(layout *ir.Layout, p ir.Value) int64 {
	return madeAligned(layout, p, maxAlignSteps)
}

// madeAligned is KnownAlignment with a bound on the steps that are followed.
func madeAligned(layout *ir.Layout, p ir.Value, steps int) int64 {
	if steps == 0 {
		return 1
	}
	var elem *ir.Type
	var args []ir.Value
	switch v := p.(type) {
	case *ir.Param:
		n, _ := v.Attr("align")
		return powerOfTwo(n)
	case *ir.Global:
		_, n, _ := strings.Cut(v.Suffix, "align ")
		n, _, _ = strings.Cut(n, ",")
		return powerOfTwo(strings.TrimSpace(n))
	case *ir.Const:
		if v.Kind != ir.ConstExpr || v.Op != ir.GetElementPtr && v.Op != ir.BitCast {
			return 1
		}
		elem, args = v.Elem, v.Elems
	case *ir.Instr:
		switch v.Op {
		case ir.Alloca:
			return max(int64(v.Align), layout.Align(v.Elem))
		case ir.Call, ir.Invoke:
			if f := v.CalledFunc(); f != nil && slices.Contains(heapMakers, f.Name) {
				return heapAlign
			}
			return 1
		case ir.Phi, ir.Select:
			least := int64(1 << 30)
			for k := range v.NumArgs() {
				if a := v.Arg(k); a.Type().IsPtr() && a != p {
					least = min(least, madeAligned(layout, a, steps/2))
				}
			}
			return least
		case ir.GetElementPtr, ir.BitCast:
			elem, args = v.Elem, v.Args()
		default:
			return 1
		}
	default:
		return 1
	}
	base := madeAligned(layout, args[0], steps-1)
	if elem == nil || len(args) == 1 || base == 1 {
		return base
	}
	if !layout.Steps(elem, args[1:], func(index ir.Value, size int64) bool {
		zeros := bits.TrailingZeros64(uint64(size))
		if index != nil {
			zeros += analysis.TrailingZeros(index, maxAlignSteps)
		}
		if zeros < 30 {
			base = min(base, int64(1)<<zeros)
		}
		return true
	}) {
		return 1
	}
	return base
}

// powerOfTwo parses an alignment; 1 where the text is no power of two.
func powerOfTwo(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil || n < 1 || n&(n-1) != 0 {
		return 1
	}
	return n
}
