package markers

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/pipeline"
	"github.com/llad-ad/llad/transform/canon"
)

// throughSlots reports whether a call of llad.hpp's gets addresses out of
// memory: among them may be that of a function, which then is not known
// without flattening.
func throughSlots(call *ir.Instr) bool {
	columns, slots := false, false
	for _, v := range call.CallArgs() {
		columns = columns || optionName(v) == "columns"
		ld, ok := v.(*ir.Instr)
		slots = slots || ok && ld.Op == ir.Load && optionName(v) == "" && resolveFunc(v) == nil
	}
	return columns && slots
}

// flattening is what makes the arguments of marker calls visible behind the
// inlining of small functions.
var flattening = []func(*ir.Function) bool{blockCopies, canon.SROA, canon.Mem2Reg, canon.DeadSlots, canon.InstSimplify, canon.SimplifyCFG, canon.DCE}

// flatten puts the functions of f's own module that it calls into it and makes
// values of its stack slots, as the compiler's optimiser would. Slots that hold
// addresses of slots become values from the outside in, a level a round.
func flatten(f *ir.Function) {
	f.MarkChanged()
	canon.StripDebug(f)
	f.NumberLabels()
	canon.InlineAll(f, pipeline.InlineBudget, func(_ *ir.Instr, callee *ir.Function) bool {
		return strings.Contains(callee.Prefix, "linkonce") || strings.Contains(callee.Prefix, "internal")
	})
	for range 8 {
		changed := false
		for _, step := range flattening {
			changed = step(f) || changed
		}
		if !changed {
			return
		}
	}
}

// blockCopies makes block copies of structs that travel from slot to slot in
// one integer, as results of functions do, so that SROA sees their members.
func blockCopies(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, st := range append([]*ir.Instr(nil), b.Instrs...) {
			if st.Op != ir.Store {
				continue
			}
			ld, ok := st.Arg(0).(*ir.Instr)
			if !ok || ld.Op != ir.Load || ld.Parent != b || !ld.Typ.IsInt() || !fromSlot(ld.Arg(0)) || !fromSlot(st.Arg(1)) || changesBetween(ld, st) {
				continue
			}
			if bytes := f.Module.Layout.StoreSize(ld.Typ); bytes > 4 && int64(ld.Typ.Bits) == 8*bytes {
				at := ir.NewBuilder(b)
				at.Before(st)
				at.MemCpy(st.Arg(1), ld.Arg(0), ir.NewInt(ir.I64, bytes))
				st.Erase()
				changed = true
			}
		}
	}
	return changed
}

// fromSlot reports whether an address is that of a stack slot's member.
func fromSlot(v ir.Value) bool {
	for {
		i, ok := v.(*ir.Instr)
		switch {
		case !ok:
			return false
		case i.Op == ir.Alloca:
			return true
		case i.Op == ir.GetElementPtr || i.Op == ir.BitCast:
			v = i.Arg(0)
		default:
			return false
		}
	}
}

// changesBetween reports whether anything between two instructions of a block
// may write to memory.
func changesBetween(from, to *ir.Instr) bool {
	l := from.Parent.Instrs
	for _, i := range l[from.Parent.Index(from)+1 : from.Parent.Index(to)] {
		if i.Op == ir.Store || i.Op == ir.AtomicRMW || i.Op == ir.CmpXchg ||
			i.IsCall() && !(i.CalledFunc() != nil && strings.HasPrefix(i.CalledFunc().Name, "llvm.experimental.noalias.scope.decl")) {
			return true
		}
	}
	return false
}
