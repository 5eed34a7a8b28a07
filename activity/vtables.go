package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// methods lists the functions of the module's tables of methods that a call through
// a reference to a Rust trait may reach, by where its address stands in the table and by what the
// call gives them; nil when it is no such call. Types of other crates may have others.
func (e *Env) methods(i *ir.Instr) (out []*ir.Function) {
	at, ok := i.Callee().(*ir.Instr)
	if !ok || i.NumCallArgs() == 0 || !i.Arg(0).Type().IsPtr() {
		return nil
	}
	off, ok := e.tableOffset(at)
	if !ok {
		return nil
	}
	if e.tables == nil {
		e.tables = map[int64][]*ir.Function{}
		for _, name := range e.M.GlobalNames() {
			if g := e.M.Global(name); g != nil && g.IsConst() && isLocalSymbol(g) && g.LoadInit() == nil {
				e.noteMethods(g.Init)
			}
		}
	}
	for _, f := range e.tables[off] {
		if takes(f, i) {
			out = append(out, f)
		}
	}
	return out
}

// tableOffset is where in a table of methods a value is read: rustc marks such loads so.
func (e *Env) tableOffset(i *ir.Instr) (off int64, ok bool) {
	if i.Op != ir.Load || i.Metadata("invariant.load") == "" {
		return 0, false
	}
	at := i.Arg(0)
	for {
		p, ok := at.(*ir.Instr)
		if !ok || p.Op != ir.GetElementPtr && p.Op != ir.BitCast {
			break
		}
		if p.Op == ir.GetElementPtr {
			by, stride := gepOffset(e.M.Layout, p.Elem, p.Args(), nil)
			if stride != 0 {
				return 0, false
			}
			off += by
		}
		at = p.Arg(0)
	}
	return off, beginsTable(at, map[ir.Value]bool{})
}

// beginsTable reports whether an address from which something is read in a table of methods is that of
// the table: not one of addresses in tables, which were chosen between.
func beginsTable(v ir.Value, seen map[ir.Value]bool) bool {
	if c, ok := v.(*ir.Const); ok {
		_, whole := ir.StripConstCasts(c).(*ir.Global)
		return whole || c.Kind != ir.ConstExpr
	}
	i, ok := v.(*ir.Instr)
	if !ok || seen[v] {
		return true
	}
	seen[v] = true
	switch i.Op {
	case ir.GetElementPtr:
		return false
	case ir.BitCast, ir.Freeze:
		return beginsTable(i.Arg(0), seen)
	case ir.Phi, ir.Select:
		for k, a := range i.Args() {
			if (i.Op == ir.Phi || k > 0) && !beginsTable(a, seen) {
				return false
			}
		}
	}
	return true
}

// inTable is the address so far behind the beginning of a table of methods, where an address leads to
// a variable. Tables are constants: in memory that the program takes there are none.
func (p *points) inTable(a addr, off int64) addr {
	if p.objs[a.obj].kind == objGlobal && p.merged[a.obj] == nil {
		a.off, a.stride = off, 0
	}
	return a
}

// noteMethods notes the functions of a table of methods: what drops a value of the type, or
// nothing, the type's size and alignment, and the methods.
func (e *Env) noteMethods(init ir.Value) {
	c, ok := init.(*ir.Const)
	if !ok || c.Kind != ir.ConstStruct || !c.Typ.Packed {
		return
	}
	word := int64(e.M.Layout.PtrBits(0) / 8)
	for k, x := range c.Elems {
		off := e.M.Layout.FieldOffset(c.Typ, k)
		f, ok := ir.StripConstCasts(x).(*ir.Function)
		if off%word != 0 || x.Type().IsPtr() && (off == word || off == 2*word) {
			return
		}
		if ok && !slices.Contains(e.tables[off], f) {
			e.tables[off] = append(e.tables[off], f)
		}
	}
}

// likelyMethods is likely for a call through a reference to a Rust trait, in any function; nil
// where one of the methods has no body. What the library does with types of its own, to format them,
// puts no addresses of the program's anywhere.
func (p *points) likelyMethods(i *ir.Instr) (out []*ir.Function) {
	for _, fn := range p.env.methods(i) {
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
