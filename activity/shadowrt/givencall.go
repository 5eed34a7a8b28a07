package shadowrt

import (
	"fmt"
	"strings"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// GivenCall writes a call of a derivative function that the program gives for
// of. want says what its parameters must be, args are their values in order.
// What the function returns in memory (sret) is loaded; nil is returned for
// nothing. An argument whose type the calling convention changed (a struct in
// one register) is converted by its bytes. The diagnostic tells a shape that
// does not fit; b then stands behind useless code.
func GivenCall(b *ir.Builder, of, fn *ir.Function, want string, args []ir.Value) (ir.Value, *ir.Diagnostic) {
	misfit := func() *ir.Diagnostic {
		return ir.InFunc(fn, ir.Diagnostic{Code: CodeGivenShape,
			Message: fmt.Sprintf("'%s' does not fit '%s', for which it is registered", fn.Name, of.Name),
			Hint:    "it must take " + want})
	}
	m := b.Module()
	var in ir.Value
	var result *ir.Type
	if len(fn.Params) > 0 && fn.Params[0].HasAttr("sret") {
		text, _ := fn.Params[0].Attr("sret")
		t, err := m.ParseType(text)
		if err != nil || text == "" {
			if t = fn.Params[0].Typ.Elem; t == nil {
				return nil, misfit()
			}
		}
		result = t
		in = b.Alloca(t, nil, 0)
		args = append([]ir.Value{in}, args...)
	}
	if len(args) != len(fn.Params) || fn.Typ.Variadic {
		return nil, misfit()
	}
	attrs := make([]string, len(args))
	for k, p := range fn.Params {
		v, ok := Reinterpret(b, args[k], p.Typ)
		if !ok {
			return nil, misfit()
		}
		args[k], attrs[k] = v, convention(p.Attrs)
	}
	call := b.CallFunc(fn, args...)
	call.Extra().ArgAttrs = attrs
	switch {
	case in != nil:
		return b.Load(result, in, 0), nil
	case fn.Typ.Ret.Kind == ir.VoidKind:
		return nil, nil
	}
	return call, nil
}

// convention keeps of a parameter's attributes what a call must repeat.
func convention(attrs string) string {
	keep := strings.Fields(signature.CallAttrs(attrs))
	for _, a := range signature.SplitAttrs(attrs) {
		if strings.HasPrefix(a, "sret") {
			keep = append(keep, a)
		}
	}
	return strings.Join(keep, " ")
}

// Reinterpret gives the bytes of v as a value of type t, which must not need
// more of them.
func Reinterpret(b *ir.Builder, v ir.Value, t *ir.Type) (ir.Value, bool) {
	from := v.Type()
	if ir.Same(from, t) {
		return v, true
	}
	l := b.Module().Layout
	if from.Kind == ir.VoidKind || t.Kind == ir.VoidKind || l.AllocSize(from) < l.AllocSize(t) {
		return nil, false
	}
	if from.IsPtr() && t.IsPtr() {
		return b.Cast(ir.BitCast, v, t), true
	}
	slot := b.Alloca(from, nil, 16)
	b.Store(v, slot, 16)
	return b.Load(t, slot, 16), true
}

// GivenCheck is a function void (ptr, ptr) that ends the program when a
// pointer and its shadow, on their way to a derivative that the program gives
// for f, are the same: the mark of memory without a shadow.
func GivenCheck(f *ir.Function) *ir.Function {
	m := f.Module
	name := "llad.check." + strings.Trim(f.Name, `"`)
	if strings.HasPrefix(f.Name, `"`) {
		name = `"` + name + `"`
	}
	return pairCheck(m, name, false, "'"+f.Name+"', whose derivative is registered, was called with a pointer to inactive memory: there is no shadow to pass")
}
