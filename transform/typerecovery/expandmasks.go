package typerecovery

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// maskedNames are operations of AVX-512 on x, by the number of the operand whose lanes stand where the mask behind it
// leaves one out: approximate reciprocals and reciprocal roots, rounding, exponents and mantissas,
// conversions to integers.
var maskedNames = map[string]int{"rcp14.p": 1, "rsqrt14.p": 1, "mask.rndscale.p": 2, "mask.reduce.p": 2,
	"mask.scalef.p": 2, "mask.getexp.p": 1, "mask.getmant.p": 2,
	"mask.cvtpd2dq.": 1, "mask.cvttpd2dq.": 1, "mask.cvtps2dq.": 1, "mask.cvttps2dq.": 1,
	"mask.cvtpd2qq.": 1, "mask.cvttpd2qq.": 1, "mask.cvtps2qq.": 1, "mask.cvttps2qq.": 1,
	"mask.cvtpd2udq.": 1, "mask.cvttpd2udq.": 1, "mask.cvtps2udq.": 1, "mask.cvttps2udq.": 1,
	"mask.cvtpd2uqq.": 1, "mask.cvttpd2uqq.": 1, "mask.cvtps2uqq.": 1, "mask.cvttps2uqq.": 1}

// ExpandMasks has operations of AVX-512 with a mask compute all lanes, and selects between them and those of the other
// operand by the mask: their rule is that of a function of x. It reports whether there were any.
func ExpandMasks(f *ir.Function) bool {
	return edit.RewriteEach(f, f.Blocks, func(i *ir.Instr) func(b *ir.Builder) ir.Value {
		other, ok := maskedOperand(i)
		if !ok || leavesNoneOut(i, other+1) && ir.IsZero(i.Arg(other)) {
			return nil
		}
		return func(b *ir.Builder) ir.Value { return expandMask(b, i, other) }
	})
}

// maskedOperand gives the number of the other operand of an operation with a mask.
func maskedOperand(i *ir.Instr) (other int, ok bool) {
	f := i.CalledFunc()
	if i.Op != ir.Call || f == nil || !f.IsDecl || i.Typ.Kind != ir.VectorKind || i.Typ.Scalable {
		return 0, false
	}
	name, x86 := strings.CutPrefix(f.Name, "llvm.x86.avx512.")
	for prefix, other := range maskedNames {
		if x86 && strings.HasPrefix(name, prefix) {
			return other, i.NumCallArgs() > other+1 && i.Arg(other+1).Type().IsInt() && i.Arg(other+1).Type().Bits >= i.Typ.NumElems()
		}
	}
	return 0, false
}

// leavesNoneOut reports whether the mask is a constant that leaves no lane out.
func leavesNoneOut(i *ir.Instr, mask int) bool {
	bits, ok := ir.IntValue(i.Arg(mask))
	all := int64(1)<<i.Typ.NumElems() - 1
	return ok && bits&all == all
}

func expandMask(b *ir.Builder, i *ir.Instr, other int) ir.Value {
	bits := i.Arg(other + 1)
	r := i.Copy()
	r.SetArg(other, ir.Zero(i.Typ))
	r.SetArg(other+1, ir.NewInt(bits.Type(), -1))
	b.Insert(r)
	if leavesNoneOut(i, other+1) {
		return r
	}
	return b.Select(laneMask(b, bits, i.Typ.NumElems()), r, i.Arg(other))
}

// laneMask has the lowest n bits as conditions.
func laneMask(b *ir.Builder, bits ir.Value, n int) ir.Value {
	mask := b.Cast(ir.BitCast, bits, b.Module().Types.Vector(ir.I1, int64(bits.Type().Bits), false))
	if n < bits.Type().Bits {
		mask = edit.Shuffle(b, mask, mask, lanesFrom(0, 1, n))
	}
	return mask
}
