package activity

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// maxVirtuals bounds the functions that a virtual call is taken to reach.
const maxVirtuals = 64

// likely lists the functions with bodies that a virtual call in a function that is summarised
// reaches if it reaches one of the module's classes; nil where they are many, or of classes that have nothing to do with each
// other: but for destructors, and what counts references, which the library calls.
func (p *points) likely(i *ir.Instr) (out []*ir.Function) {
	if list := p.likelyMethods(i); list != nil {
		return list
	}
	if !p.program.summarised() {
		return nil // the function that is differentiated: what it calls stands in what its callers give
	}
	counts := strings.HasPrefix(p.program.nameOfFunc(p.f), "_ZNSt16_Sp_counted_base")
	families := map[string]bool{}
	for _, fn := range p.module.calls.Virtuals(i) {
		if counts && !strings.Contains(fn.Name, "_Sp_counted_") {
			continue
		}
		if fn.IsDecl && rules.Standard(fn.Name) {
			continue // the library's classes have no addresses of the program's
		}
		if !destructor(fn) {
			families[p.module.calls.Family(fn)] = true
		}
		if fn.IsDecl || len(out) == maxVirtuals || len(families) > 1 {
			return nil
		}
		out = append(out, fn)
	}
	return out
}

// destructor reports whether a function is a destructor of C++.
func destructor(f *ir.Function) bool {
	return strings.HasSuffix(f.Name, "D0Ev") || strings.HasSuffix(f.Name, "D1Ev") || strings.HasSuffix(f.Name, "D2Ev")
}
