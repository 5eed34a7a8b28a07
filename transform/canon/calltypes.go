package canon

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// CallTypes has calls of functions with a body name the type that these have, where an old
// declaration without parameters, or none, made it another: C before C23 allows `int h();`, and a call
// of what returns nothing as of what returns an int; through pointers that were cast, functions are
// called for less than they return. Calls stay as they are whose arguments are not those of the
// function, or that use a result which is none of its, or a float or an address of another type; an
// integer of another width is the function's, cut or extended. It reports whether it changed any.
func CallTypes(f *ir.Function) (changed bool) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			c := i.CalledFunc()
			if c == nil || c.IsDecl || c.Typ.Variadic || i.FnType() == nil || !otherType(i, c) || !callable(i, c) {
				continue
			}
			used := i.Typ
			i.X.FnType = c.Typ
			if !ir.Same(used, c.Typ.Ret) {
				i.Typ, i.X.RetAttrs = c.Typ.Ret, ""
				useAs(i, used, strings.Contains(c.RetAttrs, "signext"))
			}
			i.SetArg(i.NumArgs()-1, c)
			castArgs(i, c)
			changed = true
		}
	}
	return changed
}

// otherType reports whether a call names another type than the function has.
func otherType(call *ir.Instr, c *ir.Function) bool {
	return call.FnType().Variadic || !sameSignature(call.FnType(), c.Typ)
}

// castArgs gives a function addresses of the types of its parameters, which differ in modules of
// typed pointers.
func castArgs(call *ir.Instr, c *ir.Function) {
	b := ir.NewBuilder(call.Parent)
	b.Before(call)
	for k, p := range c.Params {
		if a := call.Arg(k); a.Type() != p.Typ {
			call.SetArg(k, b.Cast(ir.BitCast, a, p.Typ))
		}
	}
}

// useAs has the uses of a call, whose result is an integer, take it as one of another width.
func useAs(call *ir.Instr, used *ir.Type, signed bool) {
	if !ir.HasUses(call) {
		return
	}
	op := ir.ZExt
	if used.Bits < call.Typ.Bits {
		op = ir.Trunc
	} else if signed {
		op = ir.SExt
	}
	b := ir.NewBuilder(call.Parent)
	b.After(call)
	w := b.Cast(op, call, used)
	ir.ReplaceAllUses(call, w)
	w.(*ir.Instr).SetArg(0, call)
}

// callable reports whether a call has the arguments of a function, and uses its result as what
// it is.
func callable(call *ir.Instr, c *ir.Function) bool {
	if call.NumCallArgs() != len(c.Params) {
		return false
	}
	if ir.HasUses(call) && !ir.Same(call.Typ, c.Typ.Ret) && (call.Op != ir.Call || !call.Typ.IsInt() || !c.Typ.Ret.IsInt()) {
		return false
	}
	for k, p := range c.Params {
		if !ir.Same(call.Arg(k).Type(), p.Typ) {
			return false
		}
	}
	return true
}
