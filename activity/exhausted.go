package activity

import (
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// maxPassed bounds the addresses that are passed from value to value while all functions of an attempt are studied, some
// twenty seconds of work. Functions that call each other through tables are studied again and again, each time with more
// that they may reach.
const maxPassed = 1 << 26

// exhausted reports whether the functions lead to more addresses than are followed: what
// is known of memory then is not all.
func (e *Env) exhausted() bool { return e.sums.steps > maxPassed }

// unknown is the analysis of a function where that is so.
func (e *Env) unknown(f *ir.Function, seed signature.Seed) (*Info, []*ir.Diagnostic) {
	d := ir.DiagAt(f.Entry().Instrs[0], CodeUndecided, "what memory holds is not found out: there are too many addresses that pointers may hold")
	d.Hint = "without -transport settled, the derivative is made by names"
	return &Info{env: e, F: f, Seed: seed}, []*ir.Diagnostic{d}
}
