package shadowrt

import "github.com/llad-ad/llad/ir"

// calledCode is the variable with the address of the function that a call is about to be made of, where that is one
// of a library's, which has no shadow: one shadow stands for all of a type.
const calledCode = "llad.code.called"

// Library has the function give a shadow where the address is none of a function that it knows: that of
// functions of a library's, which have no derivative. The address is left to CallLibrary.
func (l *CodeLookup) Library(m *ir.Module, shadow ir.Value) {
	l.library = shadow
	l.write(m)
}

// CallLibrary calls the function whose address the lookup before left, of type t, which may return what has no
// derivative: the result as value, and as its own shadow. params begin with the arguments; behind each of which
// shadowed says so stand width shadows.
func CallLibrary(b *ir.Builder, t *ir.Type, params []*ir.Param, width int, shadowed func(k int) bool) (value, shadow ir.Value) {
	m := b.Module()
	var args []ir.Value
	at := 0
	for k := range t.Fields {
		args = append(args, params[at])
		if at++; shadowed(k) {
			at += width
		}
	}
	code := b.Load(m.PtrTo(t), b.Cast(ir.BitCast, calledVariable(m), m.PtrTo(m.PtrTo(t))), 8)
	call := b.Call(t, code, args...)
	if t.Ret.Kind == ir.VoidKind {
		return nil, nil
	}
	return call, withoutDerivative(b, call)
}

// withoutDerivative is the shadow of a value that has no derivative: addresses are their own.
func withoutDerivative(b *ir.Builder, v ir.Value) ir.Value {
	t := v.Type()
	switch {
	case !t.HasFloat():
		return v
	case !t.HasPtr():
		return ir.Zero(t)
	}
	var agg ir.Value = ir.Zero(t)
	for k := range t.NumElems() {
		agg = b.InsertValue(agg, withoutDerivative(b, b.ExtractValue(v, k)), k)
	}
	return agg
}

func calledVariable(m *ir.Module) *ir.Global {
	if g := m.Global(calledCode); g != nil {
		return g
	}
	return m.AddGlobal(calledCode, "internal thread_local", "global", m.Ptr(), ir.Zero(m.Ptr()))
}
