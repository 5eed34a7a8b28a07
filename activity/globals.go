package activity

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// This file is about variables as objects: what they lead to from the start, and which of them never change.

// globalObject is the object of a variable; an alias leads to what it names.
func (p *points) globalObject(g *ir.Global) int32 {
	if o, ok := p.objOf[g]; ok {
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
				o = p.objectOf(objFunc, t)
			}
		}
		p.objOf[g] = o
		return o
	}
	o := p.newObject(objGlobal, g)
	if stream(g) {
		p.put(p.cell(o, 0), addr{obj: foreign, stride: 1})
	}
	if leads(g) {
		p.constAddrs(g.Init, 0, func(a addr, at int64) {
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

// constant reports whether a variable never changes.
func constant(g *ir.Global) bool {
	return g.IsConst() || descriptors(g) || properties(g) || initialValues(g)
}

// initOnly reports whether a variable holds what its initialiser says, ever.
func initOnly(g *ir.Global) bool { return g.IsConst() && (g.InitText != "" || g.Init != nil) }

// writable reports whether a program may put addresses into an object: virtual tables hold what they were made with,
// wherever the addresses are thought to lead that it stores through.
func (p *points) writable(o int32) bool {
	switch ob := &p.objs[o]; ob.kind {
	case objUnknown, objForeign, objFunc:
		return false
	case objGlobal:
		g := ob.site.(*ir.Global)
		return p.merged[o] != nil || !initOnly(g) || !strings.HasPrefix(g.Name, "_ZTV")
	}
	return true
}
