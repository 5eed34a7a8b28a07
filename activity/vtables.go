package activity

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// inTable is the address so far behind the beginning of a table of methods, where an address leads to
// a variable. Tables are constants: in memory that the program takes there are none.
func (p *points) inTable(a addr, off int64) addr {
	if p.objs[a.obj].kind == objGlobal && p.merged[a.obj] == nil {
		a.off, a.stride = off, 0
	}
	return a
}

// likelyMethods is likely for a call through a reference to a Rust trait, in any function; nil
// where one of the methods has no body. What the library does with types of its own, to format them,
// puts no addresses of the program's anywhere.
func (p *points) likelyMethods(i *ir.Instr) (out []*ir.Function) {
	for _, fn := range p.module.calls.Methods(i) {
		if k := rules.KnownOf(fn); fn.IsDecl && k != nil && k.Class == rules.Inactive {
			continue
		}
		if fn.IsDecl || len(out) == maxVirtuals {
			return nil
		}
		out = append(out, fn)
	}
	return out
}
