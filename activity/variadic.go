package activity

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// checkVariadic refuses varied data among the variable arguments of a function
// that takes them apart, itself or in functions that it hands them to: which of them it
// reads where is not followed. What goes to vprintf and the like moves no derivative.
func (a *Info) checkVariadic(i *ir.Instr, fn *ir.Function) {
	if fn.Typ.Variadic && rules.ReadsVariadic(fn) {
		a.checkVariables(i, len(fn.Params), "of a call to '"+fn.Name+"'")
	}
}

// checkVariables refuses varied data among the arguments behind the named ones.
func (a *Info) checkVariables(i *ir.Instr, named int, call string) {
	for k := named; k < i.NumCallArgs(); k++ {
		if v := i.Arg(k); a.variedValue(v) || a.sol.hasShadow(v) {
			d := ir.DiagAt(i, CodeInstruction, "variable argument %d %s may carry a derivative", k+1, call)
			d.Causes = a.Reason(v)
			d.Hint = "pass the values as named parameters or an array"
			a.diags = append(a.diags, d)
			return
		}
	}
}
