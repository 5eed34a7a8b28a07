package pass

import "github.com/llad-ad/llad/ir"

// DropCalls takes calls whose results nothing uses out of f; invokes among them go
// on where they return. What is known of loops is out of date then.
func DropCalls(f *ir.Function, calls []*ir.Instr) {
	for _, i := range calls {
		if i.Op == ir.Invoke {
			callInstead(i.Parent)
		}
		kill(i)
	}
	compact(f)
	RemoveUnreachable(f)
	layOut(f)
}
