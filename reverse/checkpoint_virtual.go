package reverse

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// virtualsAt lists the functions of the module's classes that a virtual call may
// reach, by the tables of virtual functions (Itanium C++ ABI, 2.5); nil when it is
// no virtual call or they are many. Classes of other modules may have others.
func virtualsAt(i *ir.Instr) (out []*ir.Function) {
	at, ok := i.Callee().(*ir.Instr)
	if !ok || at.Op != ir.Load {
		return nil
	}
	m := i.Parent.Parent.Module
	table, off := at.Arg(0), int64(0)
	if g, ok := table.(*ir.Instr); ok && g.Op == ir.GetElementPtr {
		n, ok := gepBytes(m.Layout, g)
		if !ok || n < 0 || n%8 != 0 {
			return nil
		}
		table, off = g.Arg(0), n/8
	}
	if l, ok := table.(*ir.Instr); !ok || l.Op != ir.Load || i.NumCallArgs() == 0 || !i.Arg(0).Type().IsPtr() {
		return nil
	}
	for _, name := range m.GlobalNames() {
		if !strings.HasPrefix(name, "_ZTV") || strings.HasPrefix(name, "_ZTVN10__cxxabiv1") {
			continue
		}
		g := m.Global(name)
		if g == nil || !g.IsConst() || g.LoadInit() != nil {
			continue
		}
		for _, f := range virtualsIn(g.Init, off) {
			if !ir.Same(f.Typ, i.FnType()) || slices.Contains(out, f) {
				continue
			}
			// The library has classes of its own, of which not all are seen.
			if strings.HasPrefix(f.Name, "_ZNSt") || strings.HasPrefix(f.Name, "_ZNKSt") || len(out) == mostTargets {
				return nil
			}
			out = append(out, f)
		}
	}
	return out
}

// virtualsIn gives the functions in slot n of the tables that a variable has: they
// begin behind the description of the class.
func virtualsIn(init ir.Value, n int64) (out []*ir.Function) {
	c, ok := init.(*ir.Const)
	if !ok || c.Kind != ir.ConstStruct && c.Kind != ir.ConstArray {
		return nil
	}
	begin := int64(-1)
	for k, e := range c.Elems {
		if x, ok := e.(*ir.Const); ok && (x.Kind == ir.ConstStruct || x.Kind == ir.ConstArray) {
			out = append(out, virtualsIn(x, n)...)
			continue
		}
		if g, ok := ir.StripConstCasts(e).(*ir.Global); ok && strings.HasPrefix(g.Name, "_ZTI") {
			begin = int64(k) + 1
		}
	}
	if at := begin + n; begin >= 0 && at < int64(len(c.Elems)) {
		if f, ok := ir.StripConstCasts(c.Elems[at]).(*ir.Function); ok && f.Name != "__cxa_pure_virtual" {
			out = append(out, f)
		}
	}
	return out
}
