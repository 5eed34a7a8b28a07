package activity

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// checkVariadic refuses varied data among the variable arguments of a function
// that takes them apart itself: which of them it reads where is not followed. A
// function that hands them all to vprintf and the like moves no derivative.
func (a *Info) checkVariadic(i *ir.Instr, fn *ir.Function) {
	if !fn.Typ.Variadic || !readsVariadic(fn) {
		return
	}
	for k := len(fn.Params); k < i.NumCallArgs(); k++ {
		if v := i.Arg(k); a.variedValue(v) || a.sol.hasShadow(v) {
			d := ir.DiagAt(i, CodeInstruction, "variable argument %d of a call to '%s' may carry a derivative", k+1, fn.Name)
			d.Causes = a.Reason(v)
			d.Hint = "pass the values as named parameters or an array"
			a.diags = append(a.diags, d)
			return
		}
	}
}

// readsVariadic reports whether a function does anything with its va_list but
// pass it to functions that are known to move no derivative.
func readsVariadic(f *ir.Function) bool {
	if f.Load() != nil {
		return true
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if g := i.CalledFunc(); g != nil && strings.HasPrefix(g.Name, "llvm.va_start") && listRead(listBase(i.Arg(0)), map[ir.Value]bool{}) {
				return true
			}
		}
	}
	return false
}

// listBase is the memory that a va_list's address leads to.
func listBase(v ir.Value) ir.Value {
	for {
		i, ok := v.(*ir.Instr)
		if !ok || i.Op != ir.GetElementPtr && i.Op != ir.BitCast {
			return v
		}
		v = i.Arg(0)
	}
}

// listRead reports whether anything is read at addresses made from v.
func listRead(v ir.Value, seen map[ir.Value]bool) bool {
	if _, ok := v.(*ir.Instr); !ok {
		return true
	}
	if seen[v] {
		return false
	}
	seen[v] = true
	for u := range ir.Uses(v) {
		switch i := u.User; i.Op {
		case ir.GetElementPtr, ir.BitCast, ir.Phi, ir.Select:
			if listRead(i, seen) {
				return true
			}
		case ir.Call, ir.Invoke:
			g := i.CalledFunc()
			if g == nil || !g.IsDecl {
				return true
			}
			if k := rules.KnownOf(g); k == nil || k.Class != rules.Inactive {
				return true
			}
		default:
			return true
		}
	}
	return false
}
