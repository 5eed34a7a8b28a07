package pointsto

import (
	"strings"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// maxVirtuals bounds the functions that a virtual call is taken to reach.
const maxVirtuals = 64

// likely lists the functions with bodies that a virtual call in a function that is summarised
// reaches if it reaches one of the module's classes; nil where they are many, or of classes that have nothing to do with each
// other: but for destructors, and what counts references, which the library calls.
func (p *Analysis) likely(i *ir.Instr) (out []*ir.Function) {
	if list := p.likelyMethods(i); list != nil {
		return list
	}
	if !p.Program.Summarised() {
		return nil // the function that is differentiated: what it calls stands in what its callers give
	}
	counts := strings.HasPrefix(p.Program.NameOfFunc(p.Func), "_ZNSt16_Sp_counted_base")
	families := map[string]bool{}
	for _, fn := range p.Module.Calls.Virtuals(i) {
		if counts && !strings.Contains(fn.Name, "_Sp_counted_") {
			continue
		}
		if fn.IsDecl && rules.Standard(fn.Name) {
			continue // the library's classes have no addresses of the program's
		}
		if !destructor(fn) {
			families[p.Module.Calls.Family(fn)] = true
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

// inTable is the address so far behind the beginning of a table of methods, where an address leads to
// a variable. Tables are constants: in memory that the program takes there are none.
func (p *Analysis) inTable(a memtypes.Addr, off int64) memtypes.Addr {
	if p.Objs[a.Obj].Kind == ObjGlobal && p.Merged[a.Obj] == nil {
		a.Off, a.Stride = off, 0
	}
	return a
}

// likelyMethods is likely for a call through a reference to a Rust trait, in any function; nil
// where one of the methods has no body. What the library does with types of its own, to format them,
// puts no addresses of the program's anywhere.
func (p *Analysis) likelyMethods(i *ir.Instr) (out []*ir.Function) {
	for _, fn := range p.Module.Calls.Methods(i) {
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

// MayDispatch reports whether a virtual call on the object at an address may reach a
// function: one that begins with tables of which none has the function cannot.
func (p *Analysis) MayDispatch(at memtypes.Addr, fn *ir.Function) bool {
	at = p.current(at)
	cell, ok := p.Objs[at.Obj].Cells[at.Off]
	if !ok || at.Stride != 0 || len(p.Sets[cell]) == 0 {
		return true
	}
	for _, table := range p.Sets[cell] {
		if p.Objs[table.Obj].Kind != ObjGlobal {
			return true
		}
		for _, entry := range p.Contained(table.Obj) {
			if p.Objs[entry.Obj].Site == fn || p.Objs[entry.Obj].Kind != ObjFunc && p.Objs[entry.Obj].Kind != ObjGlobal {
				return true
			}
		}
	}
	return false
}
