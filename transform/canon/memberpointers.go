package canon

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// MemberPointers folds integer operations on the addresses of functions, as pointers to member
// functions need them, and the conditions that follow. It reports whether there were any.
func MemberPointers(f *ir.Function) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			for k := range i.NumArgs() {
				if codeAddress(i.Arg(k)) != nil {
					InstSimplify(f)
					SimplifyCFG(f)
					return true
				}
			}
		}
	}
	return false
}

// codeAddress is the function whose address the constant v is, as an integer.
func codeAddress(v ir.Value) *ir.Function {
	c, ok := v.(*ir.Const)
	if !ok || c.Kind != ir.ConstExpr || c.Op != ir.PtrToInt {
		return nil
	}
	f, _ := c.Elems[0].(*ir.Function)
	return f
}

// evenCode reports whether v is the address of an aligned function: pointers to virtual member
// functions are odd.
func evenCode(v ir.Value) bool {
	f := codeAddress(v)
	if f == nil {
		return false
	}
	attrs := " " + f.Suffix + " "
	return strings.Contains(attrs, " align ") && !strings.Contains(attrs, " align 1 ")
}
