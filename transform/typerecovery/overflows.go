package typerecovery

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// overflowing is the arithmetic of the intrinsics that also return whether it overflowed.
var overflowing = map[string]ir.Op{
	"sadd": ir.Add, "uadd": ir.Add, "ssub": ir.Sub, "usub": ir.Sub, "smul": ir.Mul, "umul": ir.Mul,
}

// plainOverflow replaces the first result of such an intrinsic by a plain operation, which
// analyses understand.
func plainOverflow(i *ir.Instr) lowering {
	if i.Op != ir.ExtractValue || len(i.Indices) != 1 || i.Indices[0] != 0 {
		return nil
	}
	call, ok := i.Arg(0).(*ir.Instr)
	if !ok || call.Op != ir.Call || call.CalledFunc() == nil {
		return nil
	}
	name, ok := strings.CutPrefix(call.CalledFunc().Name, "llvm.")
	name, rest, _ := strings.Cut(name, ".")
	op, known := overflowing[name]
	if !ok || !known || !strings.HasPrefix(rest, "with.overflow.") {
		return nil
	}
	return func(b *ir.Builder, i *ir.Instr) ir.Value {
		return plain(b, op, call.Arg(0), call.Arg(1))
	}
}
