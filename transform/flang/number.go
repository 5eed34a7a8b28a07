package flang

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// libm calls a function of the C library for a type of floats.
func libm(k *code, name string, t *ir.Type, args ...ir.Value) ir.Value {
	switch t {
	case ir.Float:
		name += "f"
	case ir.X86FP80:
		name += "l"
	}
	types := make([]*ir.Type, len(args))
	for n, a := range args {
		types[n] = a.Type()
	}
	return k.CallFunc(k.Module().Declare(name, k.Module().FuncType(t, types...)), args...)
}

// floats reports whether a call gives a float that the C library knows, and its first argument is one.
func (s *site) floats() bool {
	t := s.call.Typ
	return (t == ir.Float || t == ir.Double || t == ir.X86FP80) && s.call.Arg(0).Type() == t
}

// remainder is ModReal8(a, p, source, line) and ModuloReal8, which has the sign of p.
func remainder(s *site) func(k *code) {
	if !s.floats() {
		return nil
	}
	modulo := strings.HasPrefix(s.name, "Modulo")
	return func(k *code) {
		t, p := s.call.Typ, k.F.Params[1]
		r := libm(k, "fmod", t, k.F.Params[0], p)
		if modulo {
			zero := ir.NewFloat(t, 0)
			other := k.ICmp(ir.NE, k.FCmp(ir.OLT, r, zero), k.FCmp(ir.OLT, p, zero))
			adds := k.Binary(ir.And, k.FCmp(ir.UNE, r, zero), other)
			r = k.FAdd(r, k.Select(adds, p, zero))
		}
		k.Return(r)
	}
}

// scale is Scale8(x, n), fraction Fraction8(x), setExponent SetExponent8(x, n).
func scale(s *site) func(k *code) {
	if !s.floats() {
		return nil
	}
	return func(k *code) { k.Return(libm(k, "ldexp", s.call.Typ, k.F.Params[0], exponentOf(k, k.F.Params[1]))) }
}

// exponentOf is a number as an int, which it is for any that makes a difference.
func exponentOf(k *code, n ir.Value) ir.Value {
	if n.Type() == ir.I32 {
		return n
	}
	const most = 1 << 20
	n = k.Select(k.ICmp(ir.SGT, n, number(most)), number(most), n)
	n = k.Select(k.ICmp(ir.SLT, n, number(-most)), number(-most), n)
	return k.Cast(ir.Trunc, n, ir.I32)
}

func fraction(s *site) func(k *code) {
	if !s.floats() {
		return nil
	}
	return func(k *code) {
		slot := k.Top.Alloca(ir.I32, nil, 0)
		v := libm(k, "frexp", s.call.Typ, k.F.Params[0], slot)
		if s.name[0] == 'S' {
			v = libm(k, "ldexp", s.call.Typ, v, exponentOf(k, k.F.Params[1]))
		}
		k.Return(v)
	}
}

// power is zpowi(re, im, n), and zpowk of a longer number: a complex number to the power of an integer.
func power(s *site) func(k *code) {
	t := s.call.Typ
	if len(s.call.FnType().Fields) != 3 || t.Kind != ir.StructKind || len(t.Fields) != 2 || t.Fields[0] != s.call.Arg(0).Type() {
		return nil
	}
	return func(k *code) {
		n := ir.Value(k.F.Params[2])
		if n.Type() != ir.I64 {
			n = k.Cast(ir.SExt, n, ir.I64)
		}
		negative := k.ICmp(ir.SLT, n, number(0))
		real := t.Fields[0]
		e := element{typ: real, parts: 2}
		product, square := variable(k, one(e)), variable(k, value{k.F.Params[0], k.F.Params[1]})
		left := variable(k, value{k.Select(negative, k.Sub(number(0), n), n)})
		k.While(func() ir.Value { return k.ICmp(ir.NE, left.get()[0], number(0)) }, func(func()) {
			m := left.get()[0]
			k.If(k.ICmp(ir.NE, k.Binary(ir.And, m, number(1)), number(0)), func() {
				product.set(mulElements(k, product.get(), square.get()))
			})
			square.set(mulElements(k, square.get(), square.get()))
			left.set(value{k.Binary(ir.LShr, m, number(1))})
		})
		k.If(negative, func() {
			p := product.get()
			size := k.FAdd(k.FMul(p[0], p[0]), k.FMul(p[1], p[1]))
			product.set(value{k.FDiv(p[0], size), k.FNeg(k.FDiv(p[1], size))})
		})
		p := product.get()
		k.Return(k.InsertValue(k.InsertValue(ir.Undef(t), p[0], 0), p[1], 1))
	}
}
