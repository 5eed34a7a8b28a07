package activity

import "github.com/llad-ad/llad/ir"

// neverBack reports whether control does not come back from a call of a function of which nothing else is known: by
// its return, as the attribute says, nor by an exception that is caught in code of the request. What it does with
// what it is handed is then of no account.
func (e *Env) neverBack(i *ir.Instr, fn *ir.Function) bool {
	has := func(attr string) bool { return i.HasAttr(attr) || fn.HasAttr(attr) }
	return has("noreturn") && (has("nounwind") || e.nothingCaught())
}

// nothingCaught reports whether no code that the function of the request may reach catches exceptions, cleanups on
// their way out aside.
func (e *Env) nothingCaught() bool {
	if e.caught == nil {
		caught := e.root == nil || reaches(e.root, func(*ir.Function) bool { return false }, func(_ *ir.Function, i *ir.Instr) bool {
			return i.Op == ir.LandingPad && i.NumArgs() > 0 || i.Op == ir.CatchSwitch || i.Op == ir.CatchPad
		})
		e.caught = &caught
	}
	return !*e.caught
}
