package checkpoint

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// virtualsAt lists the functions of the module's classes that a virtual call may
// reach; nil when it is no virtual call or they are many.
func virtualsAt(env *activity.Env, i *ir.Instr) (out []*ir.Function) {
	for _, f := range env.Calls.Virtuals(i) {
		if !ir.Same(f.Typ, i.FnType()) {
			continue
		}
		// The library has classes of its own, of which not all are seen.
		if rules.Standard(f.Name) || len(out) == mostTargets {
			return nil
		}
		out = append(out, f)
	}
	return out
}
