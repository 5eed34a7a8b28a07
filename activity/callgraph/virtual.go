package callgraph

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// Virtuals lists the functions of the module's classes that a virtual call of C++ may
// reach, by the slot of the tables of virtual functions (Itanium C++ ABI, 2.5) and by what the
// call gives them; nil when it is no virtual call. Classes of other modules may have others.
func (g *Graph) Virtuals(i *ir.Instr) (out []*ir.Function) {
	at, ok := i.Callee().(*ir.Instr)
	if !ok || at.Op != ir.Load || i.NumCallArgs() == 0 || !i.Arg(0).Type().IsPtr() {
		return nil
	}
	table, slot := at.Arg(0), int64(0)
	if p, ok := table.(*ir.Instr); ok && p.Op == ir.GetElementPtr {
		off, ok := edit.ConstOffset(g.module.Layout, p)
		if !ok || off < 0 || off%8 != 0 {
			return nil
		}
		table, slot = p.Arg(0), off/8
	}
	if l, ok := table.(*ir.Instr); !ok || l.Op != ir.Load {
		return nil
	}
	if g.virtuals == nil {
		g.readClasses()
	}
	for _, f := range g.virtuals[slot] {
		if Takes(f, i) {
			out = append(out, f)
		}
	}
	return out
}

// readClasses reads the tables of virtual functions, and the descriptions of classes.
func (g *Graph) readClasses() {
	g.virtuals, g.classOf, g.family = map[int64][]*ir.Function{}, map[*ir.Function]string{}, map[string]string{}
	for _, name := range g.module.GlobalNames() {
		if !strings.HasPrefix(name, "_ZTV") || strings.HasPrefix(name, "_ZTVN10__cxxabiv1") {
			continue
		}
		if table := g.module.Global(name); table != nil && table.IsConst() && table.LoadInit() == nil {
			g.noteVirtuals(table.Init)
		}
	}
	for _, name := range g.module.GlobalNames() {
		if class := g.module.Global(name); strings.HasPrefix(name, describes) && class != nil && class.LoadInit() == nil {
			g.noteBases(name, class.Init)
		}
	}
}

// Takes reports whether a function takes what a call gives, whatever its pointers lead to.
func Takes(f *ir.Function, i *ir.Instr) bool {
	var params []*ir.Type
	for _, v := range i.CallArgs() {
		params = append(params, v.Type())
	}
	return shadowrt.FitsTypes(f, i.Typ, params)
}

// noteVirtuals notes the functions in the slots of the tables that a variable has: they
// begin behind the description of the class.
func (g *Graph) noteVirtuals(init ir.Value) {
	c, ok := init.(*ir.Const)
	if !ok || c.Kind != ir.ConstStruct && c.Kind != ir.ConstArray {
		return
	}
	begin, class := -1, ""
	for k, x := range c.Elems {
		if t, ok := x.(*ir.Const); ok && (t.Kind == ir.ConstStruct || t.Kind == ir.ConstArray) {
			g.noteVirtuals(t)
			continue
		}
		switch x := ir.StripConstCasts(x).(type) {
		case *ir.Global:
			if strings.HasPrefix(x.Name, describes) {
				begin, class = k+1, x.Name
			}
		case *ir.Function:
			slot := int64(k - begin)
			if begin >= 0 && x.Name != "__cxa_pure_virtual" && !slices.Contains(g.virtuals[slot], x) {
				g.virtuals[slot] = append(g.virtuals[slot], x)
				g.classOf[x] = class
			}
		}
	}
}

// describes is how the names of the descriptions of classes begin.
const describes = "_ZTI"

// noteBases has a class belong to the family of its bases, which its description names.
func (g *Graph) noteBases(class string, init ir.Value) {
	c, ok := init.(*ir.Const)
	if !ok {
		return
	}
	for _, x := range c.Elems {
		if base, ok := ir.StripConstCasts(x).(*ir.Global); ok && strings.HasPrefix(base.Name, describes) {
			if a, b := g.familyOf(class), g.familyOf(base.Name); a != b {
				g.family[a] = b
			}
		}
	}
}

// Family is the name of the class that stands for those that the class of a virtual function, which Virtuals gave, has
// bases in common with.
func (g *Graph) Family(f *ir.Function) string { return g.familyOf(g.classOf[f]) }

// familyOf is the class that stands for those that a class has bases in common with.
func (g *Graph) familyOf(class string) string {
	for g.family[class] != "" {
		class = g.family[class]
	}
	return class
}
