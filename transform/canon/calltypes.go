package canon

import "github.com/llad-ad/llad/ir"

// CallTypes has calls of functions with a body name the type that these have, where an old
// declaration without parameters, or none, made it another: C before C23 allows `int h();`, and a call
// of what returns nothing as of what returns an int. Calls stay as they are whose arguments are
// not those of the function, or that use a result which it does not have. It reports whether it
// changed any.
func CallTypes(f *ir.Function) (changed bool) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			c := i.CalledFunc()
			if c == nil || c.IsDecl || c.Typ.Variadic || i.FnType() == nil || !otherType(i, c) || !callable(i, c) {
				continue
			}
			i.X.FnType = c.Typ
			if !ir.Same(i.Typ, c.Typ.Ret) {
				i.Typ, i.X.RetAttrs = c.Typ.Ret, ""
			}
			i.SetArg(i.NumArgs()-1, c)
			changed = true
		}
	}
	return changed
}

// otherType reports whether a call names another type than the function has.
func otherType(call *ir.Instr, c *ir.Function) bool {
	return call.FnType().Variadic || !sameSignature(call.FnType(), c.Typ)
}

// callable reports whether a call has the arguments of a function, and uses its result as what
// it is.
func callable(call *ir.Instr, c *ir.Function) bool {
	if call.NumCallArgs() != len(c.Params) || ir.HasUses(call) && !ir.Same(call.Typ, c.Typ.Ret) {
		return false
	}
	for k, p := range c.Params {
		if !ir.Same(call.Arg(k).Type(), p.Typ) {
			return false
		}
	}
	return true
}
