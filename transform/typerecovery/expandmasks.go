package typerecovery

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// ExpandMasks has approximate reciprocals and reciprocal roots of x86 with a mask (AVX-512: operands x, other and
// mask) compute all lanes, and selects between them and the lanes of other by the mask: their rule is that of a function
// of x. It reports whether there were any.
func ExpandMasks(f *ir.Function) bool {
	return edit.RewriteEach(f, f.Blocks, func(i *ir.Instr) func(b *ir.Builder) ir.Value {
		if !maskedReciprocal(i) || leavesNoneOut(i) && ir.IsZero(i.Arg(1)) {
			return nil
		}
		return func(b *ir.Builder) ir.Value { return expandMask(b, i) }
	})
}

func maskedReciprocal(i *ir.Instr) bool {
	f := i.CalledFunc()
	return i.Op == ir.Call && f != nil && f.IsDecl && i.NumCallArgs() == 3 && i.Typ.Kind == ir.VectorKind && !i.Typ.Scalable &&
		(strings.HasPrefix(f.Name, "llvm.x86.avx512.rcp14.p") || strings.HasPrefix(f.Name, "llvm.x86.avx512.rsqrt14.p")) &&
		i.Arg(2).Type().Bits >= i.Typ.NumElems()
}

// leavesNoneOut reports whether the mask is a constant that leaves no lane out.
func leavesNoneOut(i *ir.Instr) bool {
	mask, ok := ir.IntValue(i.Arg(2))
	all := int64(1)<<i.Typ.NumElems() - 1
	return ok && mask&all == all
}

func expandMask(b *ir.Builder, i *ir.Instr) ir.Value {
	r := i.Copy()
	r.SetArg(1, ir.Zero(i.Typ))
	r.SetArg(2, ir.NewInt(i.Arg(2).Type(), -1))
	b.Insert(r)
	if leavesNoneOut(i) {
		return r
	}
	m, n := b.Module(), i.Typ.NumElems()
	mask := b.Cast(ir.BitCast, i.Arg(2), m.Types.Vector(ir.I1, int64(i.Arg(2).Type().Bits), false))
	if n < i.Arg(2).Type().Bits {
		lanes := make([]int, n)
		for k := range lanes {
			lanes[k] = k
		}
		mask = edit.Shuffle(b, mask, mask, lanes)
	}
	return b.Select(mask, r, i.Arg(1))
}
