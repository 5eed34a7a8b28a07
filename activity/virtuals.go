package activity

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
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
		e.virtuals, e.classOf, e.family = map[int64][]*ir.Function{}, map[*ir.Function]string{}, map[string]string{}
		for _, name := range e.M.GlobalNames() {
			if !strings.HasPrefix(name, "_ZTV") || strings.HasPrefix(name, "_ZTVN10__cxxabiv1") {
				continue
			}
			if g := e.M.Global(name); g != nil && g.IsConst() && g.LoadInit() == nil {
				e.noteVirtuals(g.Init)
			}
		}
		for _, name := range e.M.GlobalNames() {
			if g := e.M.Global(name); strings.HasPrefix(name, describes) && g != nil && g.LoadInit() == nil {
				e.noteBases(name, g.Init)
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
	var params []*ir.Type
	for _, v := range i.CallArgs() {
		params = append(params, v.Type())
	}
	return shadowrt.FitsTypes(f, i.Typ, params)
}

// noteVirtuals notes the functions in the slots of the tables that a variable has: they
// begin behind the description of the class.
func (e *Env) noteVirtuals(init ir.Value) {
	c, ok := init.(*ir.Const)
	if !ok || c.Kind != ir.ConstStruct && c.Kind != ir.ConstArray {
		return
	}
	begin, class := -1, ""
	for k, x := range c.Elems {
		if t, ok := x.(*ir.Const); ok && (t.Kind == ir.ConstStruct || t.Kind == ir.ConstArray) {
			e.noteVirtuals(t)
			continue
		}
		switch g := ir.StripConstCasts(x).(type) {
		case *ir.Global:
			if strings.HasPrefix(g.Name, describes) {
				begin, class = k+1, g.Name
			}
		case *ir.Function:
			slot := int64(k - begin)
			if begin >= 0 && g.Name != "__cxa_pure_virtual" && !slices.Contains(e.virtuals[slot], g) {
				e.virtuals[slot] = append(e.virtuals[slot], g)
				e.classOf[g] = class
			}
		}
	}
}

// describes is how the names of the descriptions of classes begin.
const describes = "_ZTI"

// noteBases has a class belong to the family of its bases, which its description names.
func (e *Env) noteBases(class string, init ir.Value) {
	c, ok := init.(*ir.Const)
	if !ok {
		return
	}
	for _, x := range c.Elems {
		if g, ok := ir.StripConstCasts(x).(*ir.Global); ok && strings.HasPrefix(g.Name, describes) {
			if a, b := e.familyOf(class), e.familyOf(g.Name); a != b {
				e.family[a] = b
			}
		}
	}
}

// familyOf is the class that stands for those that a class has bases in common with.
func (e *Env) familyOf(class string) string {
	for e.family[class] != "" {
		class = e.family[class]
	}
	return class
}

// maxVirtuals bounds the functions that a virtual call is taken to reach.
const maxVirtuals = 64

// likely lists the functions with bodies that a virtual call in a function that is summarised
// reaches if it reaches one of the module's classes; nil where they are many, or of classes that have nothing to do with each
// other: but for destructors, and what counts references, which the library calls.
func (p *points) likely(i *ir.Instr) (out []*ir.Function) {
	e := p.env
	if list := p.likelyMethods(i); list != nil {
		return list
	}
	if len(e.sums.stack) == 0 {
		return nil // the function that is differentiated: what it calls stands in what its callers give
	}
	counts := strings.HasPrefix(e.nameOfFunc(p.f), "_ZNSt16_Sp_counted_base")
	families := map[string]bool{}
	for _, fn := range e.Virtuals(i) {
		if counts && !strings.Contains(fn.Name, "_Sp_counted_") {
			continue
		}
		if fn.IsDecl && rules.Standard(fn.Name) {
			continue // the library's classes have no addresses of the program's
		}
		if !destructor(fn) {
			families[e.familyOf(e.classOf[fn])] = true
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
