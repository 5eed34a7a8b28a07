package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// StoredHalves splits the store of a word built from the bits of a float and a constant into
// two: optimised code copies pairs of floats so where one is a constant, and a constant does
// not show its type. It reports whether anything changed.
func StoredHalves(f *ir.Function) bool {
	if f.Module.Layout.BigEndian() {
		return false
	}
	changed := false
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if i.Op != ir.Store || i.Flags&(ir.Volatile|ir.Atomic) != 0 || i.Arg(0).Type() != ir.I64 {
				continue
			}
			low, high := halvesOf(i.Arg(0))
			if low == nil {
				continue
			}
			at := ir.NewBuilder(b)
			at.Before(i)
			to := at.Cast(ir.BitCast, i.Arg(1), f.Module.PtrTo(ir.I32))
			align := max(int(i.Align), 1)
			for _, st := range []*ir.Instr{
				at.Store(low, to, align),
				at.Store(high, at.GEP(ir.I32, to, ir.NewInt(ir.I64, 1)), min(align, 4)),
			} {
				st.Meta = edit.DebugLoc(i)
			}
			edit.Kill(i)
			changed = true
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// halvesOf are the halves of a word of which one is the bits of a float and the other a
// constant; nil for other values.
func halvesOf(v ir.Value) (low, high ir.Value) {
	const half = 1 << 32
	i, ok := v.(*ir.Instr)
	var n int64
	if ok && i.Op == ir.Or {
		if n, ok = ir.IntValue(i.Arg(1)); ok {
			i, ok = i.Arg(0).(*ir.Instr)
		}
	}
	if !ok {
		return nil, nil
	}
	shifted := i.Op == ir.Shl
	if shifted {
		by, isInt := ir.IntValue(i.Arg(1))
		if i, ok = i.Arg(0).(*ir.Instr); !ok || !isInt || by != 32 {
			return nil, nil
		}
	}
	if i.Op != ir.ZExt || unwrapped(i.Arg(0)).Type() != ir.Float {
		return nil, nil
	}
	switch {
	case shifted && n >= 0 && n < half:
		return ir.NewInt(ir.I32, int64(int32(n))), i.Arg(0)
	case !shifted && n&(half-1) == 0:
		return i.Arg(0), ir.NewInt(ir.I32, n>>32)
	}
	return nil, nil
}
