package activity

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Virtuals lists the functions of the module's classes that a virtual call of C++ may
// reach, by the slot of the tables of virtual functions (Itanium C++ ABI, 2.5) and by what the
// call gives them; nil when it is no virtual call. Classes of other modules may have others.
func (e *Env) Virtuals(i *ir.Instr) (out []*ir.Function) {
	at, ok := i.Callee().(*ir.Instr)
	if !ok || at.Op != ir.Load || i.NumCallArgs() == 0 || !i.Arg(0).Type().IsPtr() {
		return nil
	}
	table, slot := at.Arg(0), int64(0)
	if g, ok := table.(*ir.Instr); ok && g.Op == ir.GetElementPtr {
		off, stride := gepOffset(e.M.Layout, g.Elem, g.Args(), nil)
		if stride != 0 || off < 0 || off%8 != 0 {
			return nil
		}
		table, slot = g.Arg(0), off/8
	}
	if l, ok := table.(*ir.Instr); !ok || l.Op != ir.Load {
		return nil
	}
	if e.virtuals == nil {
		e.virtuals = map[int64][]*ir.Function{}
		for _, name := range e.M.GlobalNames() {
			if !strings.HasPrefix(name, "_ZTV") || strings.HasPrefix(name, "_ZTVN10__cxxabiv1") {
				continue
			}
			if g := e.M.Global(name); g != nil && g.IsConst() && g.LoadInit() == nil {
				e.noteVirtuals(g.Init)
			}
		}
	}
	for _, f := range e.virtuals[slot] {
		if takes(f, i) {
			out = append(out, f)
		}
	}
	return out
}

// takes reports whether a function takes what a call gives, whatever its pointers lead to.
func takes(f *ir.Function, i *ir.Instr) bool {
	alike := func(x, y *ir.Type) bool { return ir.Same(x, y) || x.IsPtr() && y.IsPtr() }
	if !alike(f.Typ.Ret, i.Typ) || f.Typ.Variadic || len(f.Typ.Fields) != i.NumCallArgs() {
		return false
	}
	for k, q := range f.Typ.Fields {
		if !alike(q, i.Arg(k).Type()) {
			return false
		}
	}
	return true
}

// noteVirtuals notes the functions in the slots of the tables that a variable has: they
// begin behind the description of the class.
func (e *Env) noteVirtuals(init ir.Value) {
	c, ok := init.(*ir.Const)
	if !ok || c.Kind != ir.ConstStruct && c.Kind != ir.ConstArray {
		return
	}
	begin := -1
	for k, x := range c.Elems {
		if t, ok := x.(*ir.Const); ok && (t.Kind == ir.ConstStruct || t.Kind == ir.ConstArray) {
			e.noteVirtuals(t)
			continue
		}
		switch g := ir.StripConstCasts(x).(type) {
		case *ir.Global:
			if strings.HasPrefix(g.Name, "_ZTI") {
				begin = k + 1
			}
		case *ir.Function:
			slot := int64(k - begin)
			if begin >= 0 && g.Name != "__cxa_pure_virtual" && !slices.Contains(e.virtuals[slot], g) {
				e.virtuals[slot] = append(e.virtuals[slot], g)
			}
		}
	}
}
