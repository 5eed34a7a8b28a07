package transport

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// behindCall puts the builder where a call has returned.
func behindCall(x *body, i *ir.Instr) {
	if i.Op == ir.Invoke {
		x.b.AtStart(i.Blocks[0])
	} else {
		x.b.After(i)
	}
}

func traceCall(x *body, i *ir.Instr) {
	f := i.CalledFunc()
	switch {
	case f == nil:
		if _, ok := i.Callee().(*ir.InlineAsm); ok {
			traceAssembly(x, i)
			return
		}
		callThrough(x, i)
	case traceIntrinsic(x, i, f), traceSupport(x, i, f):
	case rules.ForInstr(i) != nil:
		traceRule(x, i, rules.ForInstr(i))
	default:
		if k := known(f); k != nil {
			traceLibrary(x, i, f, k)
			return
		}
		if f.IsDecl {
			noRule(x, i, f)
			return
		}
		callTraced(x, i, f)
	}
}

// traceAssembly is taken for code that moves no derivative, where it is handed none.
func traceAssembly(x *body, i *ir.Instr) {
	for _, v := range i.CallArgs() {
		if v.Type().HasFloat() && x.hasShadow(v) {
			x.refuse(i, "assembly computes with what has a derivative")
			return
		}
	}
}

// callTraced calls the traced form of a function with a body.
func callTraced(x *body, i *ir.Instr, f *ir.Function) {
	g := x.t.form(f, true)
	if n := len(i.CallArgs()); n < len(f.Typ.Fields) || n > len(f.Typ.Fields) && !f.Typ.Variadic {
		x.refuse(i, "'%s' is called with other arguments than it has", f.SourceName())
		return
	}
	x.b.Before(i)
	becomeTraced(x, i, g.fn, nil, f.Typ)
}

// becomeTraced turns a call into one of a function that takes front, the arguments and their shadows,
// and gives the result and its shadow. Arguments without a name, which nothing reads, are left out.
func becomeTraced(x *body, i *ir.Instr, g *ir.Function, front []ir.Value, typ *ir.Type) {
	args := slices.Clone(front)
	attrs := make([]string, len(front), len(front)+2*i.NumCallArgs())
	var shadows []ir.Value
	for k, v := range i.CallArgs()[:len(typ.Fields)] {
		copied := ""
		if i.X != nil && k < len(i.X.ArgAttrs) {
			copied = byval(i.X.ArgAttrs[k])
		}
		args, attrs = append(args, castPointer(x, v, typ.Fields[k])), append(attrs, copied)
		s := x.word(v)
		if copied != "" {
			s = copyOfShadow(x, i, v, s, copied)
		}
		shadows = append(shadows, castPointer(x, s, x.t.shadowType(typ.Fields[k])))
	}
	args = append(append(args, shadows...), g)
	ret := i.Typ
	for range shadows {
		attrs = append(attrs, "")
	}
	i.SetArgs(args...)
	e := i.Extra()
	e.FnType, e.ArgAttrs = g.Typ, attrs
	e.CC, e.RetAttrs, e.FnAttrs, e.Bundles = "", "", "", ""
	i.Flags &^= ir.TailCall | ir.MustTail | ir.NoTail
	i.Meta = nil
	if ret.Kind == ir.VoidKind {
		return
	}
	i.Typ = g.Typ.Ret
	behindCall(x, i)
	r := x.b.ExtractValue(i, 0)
	ir.ReplaceAllUses(i, r)
	r.(*ir.Instr).SetArg(0, i)
	s := x.b.ExtractValue(i, 1)
	if ret != r.Type() {
		r = castPointer(x, r, ret)
	}
	x.carries[r] = true
	x.numbers[r] = false
	x.setWord(r, s)
}

// castPointer is a pointer as another pointer type.
func castPointer(x *body, v ir.Value, t *ir.Type) ir.Value {
	if v.Type() != t && v.Type().IsPtr() && t.IsPtr() {
		return x.b.Cast(ir.BitCast, v, t)
	}
	return v
}

// copyOfShadow is the shadow of the copy that a call makes of an argument.
func copyOfShadow(x *body, i *ir.Instr, v, s ir.Value, attrs string) ir.Value {
	t, err := x.t.m.ParseType(attrs[len("byval(") : len(attrs)-1])
	if err != nil {
		x.refuse(i, "the type of a copied argument cannot be read")
		return s
	}
	at := x.fn.Entry()
	slot := ir.NewInstr(ir.Alloca, x.t.m.PtrTo(t), ir.NewInt(ir.I32, 1))
	slot.Elem, slot.Align = t, 16
	at.InsertAt(0, slot)
	x.b.Before(i)
	size := ir.NewInt(ir.I64, x.t.m.Layout.AllocSize(t))
	x.b.MemSet(slot, size)
	x.call("llad.shadow.copy", x.integerOf(slot), x.integerOf(s), x.integerOf(v), size, x.at(i))
	return x.b.Cast(ir.BitCast, slot, s.Type())
}

// traceRule calls a function with a derivative rule.
func traceRule(x *body, i *ir.Instr, r *rules.Rule) {
	behindCall(x, i)
	for _, v := range append(i.CallArgs(), i) {
		if half(v.Type()) {
			x.refuse(i, "floats of 16 bits have no room for the names of places")
			return
		}
	}
	if members(r) {
		traceMembers(x, i, r)
		return
	}
	traceOuts(x, i, r)
	switch {
	case !i.Typ.IsFP() || !x.carries[i]:
	case i.Typ.IsVector():
		x.eachLane(i)
	default:
		x.apply(i, r)
	}
}

// traceMembers reports whether the results of a rule are members of one value.
func members(r *rules.Rule) bool { return len(r.Outs) > 0 && r.Outs[0].Arg < 0 }

// members writes the names of the floats in a struct or vector that a function returns.
func traceMembers(x *body, i *ir.Instr, r *rules.Rule) {
	if !x.carries[i] {
		return
	}
	var s ir.Value = ir.Zero(x.t.shadowType(i.Typ))
	value := func(o int) ir.Value { return x.member(i, r.Outs[o].Field) }
	for o, out := range r.Outs {
		t := i.Typ.At(out.Field)
		if out.Inactive || !t.IsFloat() {
			if t.IsVector() {
				x.refuse(i, "'%s' of vectors has no traced form", i.CalledFunc().SourceName())
				return
			}
			continue
		}
		var sum sums
		for k := range r.Arity {
			w := i.Arg(k)
			if !w.Type().IsFloat() || !x.hasShadow(w) {
				continue
			}
			d := r.EmitOut(x.b, i, o, k, i.Arg, value, one(w.Type()))
			if !ir.IsZero(d) {
				sum.add(x.place(w), x.double(d))
			}
		}
		s = x.withMember(s, x.name(x.pushed(sum), t), out.Field)
	}
	x.setWord(i, s)
}

// traceOuts writes the names of what a function stores through pointers.
func traceOuts(x *body, i *ir.Instr, r *rules.Rule) {
	for o, out := range r.Outs {
		if out.Arg < 0 {
			continue
		}
		m := x.access(i, i.Arg(out.Arg))
		m.line = x.at(i)
		t := outType(i, r)
		if out.Int {
			x.call("llad.shadow.clear", m.shadow, ir.NewInt(ir.I64, 4))
			continue
		}
		v := ir.Value(x.b.Load(t, x.b.Cast(ir.BitCast, i.Arg(out.Arg), x.t.m.PtrTo(t)), 0))
		var sum sums
		for k := range r.Arity {
			if w := i.Arg(k); !out.Inactive && w.Type().IsFP() && x.hasShadow(w) {
				d := r.EmitOut(x.b, i, o, k, i.Arg, func(int) ir.Value { return v }, one(t))
				if !ir.IsZero(d) {
					sum.add(x.place(w), x.double(d))
				}
			}
		}
		x.write(i, t, v, x.name(x.pushed(sum), t), m)
	}
}

// outType is the type of floats that a function with a rule works on.
func outType(i *ir.Instr, r *rules.Rule) *ir.Type {
	for k := range r.Arity {
		if t := i.Arg(k).Type(); t.IsFP() {
			return t
		}
	}
	return ir.Double
}
