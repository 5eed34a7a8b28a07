package transport

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// formats reports whether a call through an address writes text, of characters or of a value: it
// is handed the value and one of Rust's formatters, or is of a facet of C++'s locales.
func formats(i *ir.Instr, within *ir.Function) bool {
	return i.NumCallArgs() == 2 && i.Typ.IsInt() && isFormatter(i.Arg(1), within) || ofFacet(i, within)
}

// ofFacet reports whether a call is of a virtual method of a facet that the library keeps.
func ofFacet(i *ir.Instr, within *ir.Function) bool {
	method, ok := analysis.StripAddress(i.Callee()).(*ir.Instr)
	if !ok || method.Op != ir.Load {
		return false
	}
	table, ok := analysis.StripAddress(method.Arg(0)).(*ir.Instr)
	if !ok || table.Op != ir.Load {
		return false
	}
	switch facet := analysis.StripAddress(table.Arg(0)).(type) {
	case *ir.Param:
		return rules.OfFacet(within.Name) && slices.Contains(i.CallArgs(), ir.Value(facet))
	case *ir.Instr:
		f := facet.CalledFunc()
		return f != nil && rules.GivesFacet(f.Name)
	}
	return false
}

// isFormatter reports whether an address is that of a formatter: a method that writes a value as
// text got it, or a stack object is handed to such a method or to one of formatters, or holds the
// methods of what is written to.
func isFormatter(v ir.Value, within *ir.Function) bool {
	switch x := v.(type) {
	case *ir.Param:
		return x.Index == 1 && rules.Formats(within.Name)
	case *ir.Instr:
		return x.Op == ir.Alloca && heldByFormatter(x)
	}
	return false
}

// heldByFormatter reports whether what is at an address, or at a fixed distance behind it, shows
// that it is a formatter.
func heldByFormatter(v ir.Value) bool {
	for u := range ir.Uses(v) {
		i := u.User
		switch f := i.CalledFunc(); {
		case f != nil && u.Index() == 0 && rules.OfFormatter(f.Name), f != nil && u.Index() == 1 && rules.Formats(f.Name),
			i.Op == ir.Store && u.Index() == 1 && writesText(i.Arg(0)),
			(i.Op == ir.GetElementPtr || i.Op == ir.BitCast) && heldByFormatter(i):
			return true
		}
	}
	return false
}

// writesText reports whether a value is a table of methods of what Rust's formatters write to.
func writesText(v ir.Value) bool {
	g, ok := analysis.StripAddress(v).(*ir.Global)
	if !ok || g.Keyword != "constant" || g.LoadInit() != nil {
		return false
	}
	c, ok := g.Init.(*ir.Const)
	return ok && slices.ContainsFunc(c.Elems, func(e ir.Value) bool {
		f, ok := ir.StripConstCasts(e).(*ir.Function)
		return ok && rules.WritesText(f.Name)
	})
}
