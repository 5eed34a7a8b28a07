package pointsto

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// This file is about variables as objects: what they lead to from the start, and which of them never change.

// globalObject is the object of a variable; an alias leads to what it names.
func (p *Analysis) globalObject(g *ir.Global) int32 {
	if o, ok := p.ObjOf[g]; ok {
		return o
	}
	if g.Keyword == "alias" || g.Keyword == "ifunc" {
		o := int32(0)
		if g.LoadInit() == nil && g.Init != nil {
			switch t := ir.AliasTarget(g.Init).(type) {
			case *ir.Global:
				if t.Keyword != "alias" { // no circle
					o = p.globalObject(t)
				}
			case *ir.Function:
				o = p.objectOf(ObjFunc, t)
			}
		}
		p.ObjOf[g] = o
		return o
	}
	o := p.newObject(ObjGlobal, g)
	if stream(g) {
		p.put(p.cell(o, 0), memtypes.Addr{Obj: Foreign, Stride: 1})
	}
	if Leads(g) {
		p.constAddrs(g.Init, 0, func(a memtypes.Addr, at int64) {
			p.put(p.cell(o, at), a)
		})
	}
	return o
}

// descriptors reports whether a variable is one of the tables of C++'s type
// descriptors, which nobody but the library calls.
func descriptors(g *ir.Global) bool { return strings.HasPrefix(g.Name, "_ZTVN10__cxxabiv1") }

// stream reports whether a variable is one of the C library's that lead to its streams.
func stream(g *ir.Global) bool {
	return g.Init == nil && g.InitText == "" && g.ValueType.IsPtr() && slices.Contains(streams, g.Name)
}

// streams are their names, in glibc and musl, and on macOS.
var streams = []string{"stdin", "stdout", "stderr", "__stdinp", "__stdoutp", "__stderrp"}

// beneath reports whether v is the address in a virtual table of a class of the
// library that has objects as bases of others only, makes no virtual calls when they
// are made and ended, and so has none that are called through this table.
func beneath(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	if !ok || c.Kind != ir.ConstExpr {
		return false
	}
	for c.Kind == ir.ConstExpr && len(c.Elems) > 0 {
		if g, ok := c.Elems[0].(*ir.Global); ok {
			return strings.HasPrefix(g.Name, "_ZTVSt16_Sp_counted_base")
		}
		if c, ok = c.Elems[0].(*ir.Const); !ok {
			return false
		}
	}
	return false
}

// properties reports whether a variable is one of the tables of Rust's library that tell
// letters and white space apart, which are declared as if they could change.
func properties(g *ir.Global) bool {
	return rules.LookupVariable(g.Name) == rules.Table
}

// initialValues reports whether a variable is one that clang 14 copies the initial values
// of arrays from, which without optimisation it declares as if it could change.
func initialValues(g *ir.Global) bool {
	return strings.HasPrefix(g.Name, "constinit") && strings.Contains(g.Prefix, "private")
}

// Constant reports whether a variable never changes.
func Constant(g *ir.Global) bool {
	return g.IsConst() || descriptors(g) || properties(g) || initialValues(g)
}

// initOnly reports whether a variable holds what its initialiser says, ever.
func initOnly(g *ir.Global) bool { return g.IsConst() && (g.InitText != "" || g.Init != nil) }

// writable reports whether a program may put addresses into an object: virtual tables hold what they were made with,
// wherever the addresses are thought to lead that it stores through.
func (p *Analysis) writable(o int32) bool {
	switch ob := &p.Objs[o]; ob.Kind {
	case ObjUnknown, ObjForeign, ObjFunc:
		return false
	case ObjGlobal:
		g := ob.Site.(*ir.Global)
		return p.Merged[o] != nil || !initOnly(g) || !strings.HasPrefix(g.Name, "_ZTV")
	}
	return true
}

// What follows is about addresses that stand in initialisers.

// Leads reports whether a variable holds addresses from the start.
func Leads(g *ir.Global) bool {
	return g.ValueType.HasPtr() && g.LoadInit() == nil && g.Init != nil || InitWords(g)
}

// InitWords reports whether addresses stand in a variable from the start as integers of their size,
// as those of functions do in tables of pointers to member functions.
func InitWords(g *ir.Global) bool {
	return strings.Contains(g.InitText, "ptrtoint") && g.LoadInit() == nil && memtypes.HoldsWords(g.Init)
}

// keeps reports whether addresses that code put there before may stand in an object: a variable.
func (p *Analysis) keeps(o int32) bool {
	g, ok := p.Objs[o].Site.(*ir.Global)
	return ok && p.Objs[o].Kind == ObjGlobal && !g.IsConst()
}

// numbersOnly reports whether a variable is one of Rust's library that holds numbers only.
func numbersOnly(g *ir.Global) bool {
	return g.Init == nil && g.InitText == "" && rules.LookupVariable(g.Name) == rules.Numbers
}

// ConstantText reports whether an address leads to nothing but constants without floats, such as characters
// in quotes.
func (p *Analysis) ConstantText(v ir.Value) bool {
	if g, ok := ir.StripConstCasts(v).(*ir.Global); ok {
		return isTextual(g)
	}
	l := p.Pointees(v)
	return len(l) > 0 && !slices.ContainsFunc(l, func(x memtypes.Addr) bool {
		g, ok := p.Objs[x.Obj].Site.(*ir.Global)
		return !ok || p.Objs[x.Obj].Kind != ObjGlobal || !isTextual(g)
	})
}

// isTextual reports whether a variable is a constant without floats and addresses.
func isTextual(g *ir.Global) bool {
	return initOnly(g) && !g.ValueType.HasFloat() && !g.ValueType.HasPtr()
}
