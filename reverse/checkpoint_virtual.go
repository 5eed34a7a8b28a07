package reverse

import (
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// virtualsAt lists the functions of the module's classes that a virtual call may
// reach; nil when it is no virtual call or they are many.
func virtualsAt(env *activity.Env, i *ir.Instr) (out []*ir.Function) {
	for _, f := range env.Virtuals(i) {
		if !ir.Same(f.Typ, i.FnType()) {
			continue
		}
		// The library has classes of its own, of which not all are seen.
		if strings.HasPrefix(f.Name, "_ZNSt") || strings.HasPrefix(f.Name, "_ZNKSt") || len(out) == mostTargets {
			return nil
		}
		out = append(out, f)
	}
	return out
}
