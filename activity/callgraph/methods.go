package callgraph

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// Methods lists the functions of the module's tables of methods that a call through
// a reference to a Rust trait may reach, by where its address stands in the table and by what the
// call gives them; nil when it is no such call. Types of other crates may have others.
func (g *Graph) Methods(i *ir.Instr) (out []*ir.Function) {
	at, ok := i.Callee().(*ir.Instr)
	if !ok || i.NumCallArgs() == 0 || !i.Arg(0).Type().IsPtr() {
		return nil
	}
	off, ok := g.TableOffset(at)
	if !ok {
		return nil
	}
	if g.methods == nil {
		g.methods = map[int64][]*ir.Function{}
		for _, name := range g.module.GlobalNames() {
			if table := g.module.Global(name); table != nil && table.IsConst() && IsLocal(table) && table.LoadInit() == nil {
				g.noteMethods(table.Init)
			}
		}
	}
	for _, f := range g.methods[off] {
		if Takes(f, i) {
			out = append(out, f)
		}
	}
	return out
}

// TableOffset is how far behind the beginning of a table of methods a value is read: rustc marks such loads so. False
// where it is no such load.
func (g *Graph) TableOffset(i *ir.Instr) (off int64, ok bool) {
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
			by, ok := edit.ConstOffset(g.module.Layout, p)
			if !ok {
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

// noteMethods notes the functions of a table of methods: what drops a value of the type, or
// nothing, the type's size and alignment, and the methods.
func (g *Graph) noteMethods(init ir.Value) {
	c, ok := init.(*ir.Const)
	if !ok || c.Kind != ir.ConstStruct || !c.Typ.Packed {
		return
	}
	word := int64(g.module.Layout.PtrBits(0) / 8)
	for k, x := range c.Elems {
		off := g.module.Layout.FieldOffset(c.Typ, k)
		f, ok := ir.StripConstCasts(x).(*ir.Function)
		if off%word != 0 || x.Type().IsPtr() && (off == word || off == 2*word) {
			return
		}
		if ok && !slices.Contains(g.methods[off], f) {
			g.methods[off] = append(g.methods[off], f)
		}
	}
}
