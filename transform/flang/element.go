package flang

import (
	"strconv"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// Codes of types, those of ISO_Fortran_binding.h.
const (
	codeCharacter = 40
	codeDerived   = 42
)

// scalars are the types of elements that are one number or two of a kind.
var scalars = map[int]struct {
	typ   *ir.Type
	parts int
}{
	7: {ir.I8, 1}, 8: {ir.I16, 1}, 9: {ir.I32, 1}, 10: {ir.I64, 1},
	39: {ir.I8, 1}, 13: {ir.I16, 1}, 14: {ir.I32, 1}, 15: {ir.I64, 1}, // logical
	27: {ir.Float, 1}, 28: {ir.Double, 1}, 29: {ir.X86FP80, 1}, 31: {ir.FP128, 1},
	34: {ir.Float, 2}, 35: {ir.Double, 2}, 36: {ir.X86FP80, 2}, 38: {ir.FP128, 2},
}

// element is the type of an array's elements.
type element struct {
	code  int
	typ   *ir.Type // of a part
	parts int      // 1, or 2 of a complex number; 0 for characters and derived types
	of    *derived
}

// element is the type of elements that a descriptor states.
func (s *site) element(b box) (e element, ok bool) {
	e.code = b.code
	switch {
	case b.code == codeCharacter:
		return e, true
	case b.code == codeDerived:
		e.of = s.types.of(b.table)
		return e, e.of != nil
	}
	t, ok := scalars[b.code]
	e.typ, e.parts = t.typ, t.parts
	return e, ok
}

// second is the array that the second argument describes, of a known rank, and its elements, which
// are noted.
func (s *site) second() (b box, e element, ok bool) {
	b = s.box(1)
	if e, ok = s.element(b); !ok || b.rank < 0 {
		return b, e, false
	}
	s.note(e)
	return b, e, true
}

// name tells the type from others in names of bodies.
func (e element) name() string {
	if e.of != nil {
		return e.of.name
	}
	return "t" + strconv.Itoa(e.code)
}

// bytes is how long an element is; that of characters is read from a descriptor.
func (e element) bytes(k *code, descriptor ir.Value) ir.Value {
	switch {
	case e.parts > 0:
		return number(int64(e.parts) * k.Module().Layout.AllocSize(e.typ))
	case e.of != nil:
		return number(e.of.size)
	}
	return k.Word(descriptor, atLength)
}

// value is an element that has been loaded: its parts.
type value []ir.Value

// loadElement reads an element that has parts.
func loadElement(k *code, e element, p ir.Value) value {
	v := value{k.Load(e.typ, p, 0)}
	if e.parts == 2 {
		v = append(v, k.Load(e.typ, k.At(p, k.Module().Layout.AllocSize(e.typ)), 0))
	}
	return v
}

// storeElement writes an element that has parts.
func storeElement(k *code, v value, p ir.Value) {
	k.Store(v[0], p, 0)
	if len(v) == 2 {
		k.Store(v[1], k.At(p, k.Module().Layout.AllocSize(v[0].Type())), 0)
	}
}

// zero is the element of nothing but zeros.
func (e element) zero() value {
	v := make(value, e.parts)
	for k := range v {
		v[k] = ir.Zero(e.typ)
	}
	return v
}

// float reports whether parts are floats.
func (e element) float() bool { return e.typ != nil && e.typ.IsFloat() }

// addElements and mul compute with elements of a type.
func addElements(k *code, x, y value) value {
	s := make(value, len(x))
	for n := range x {
		if x[n].Type().IsFloat() {
			s[n] = k.FAdd(x[n], y[n])
		} else {
			s[n] = k.Add(x[n], y[n])
		}
	}
	return s
}

func mulElements(k *code, x, y value) value {
	switch {
	case !x[0].Type().IsFloat():
		return value{k.Mul(x[0], y[0])}
	case len(x) == 1:
		return value{k.FMul(x[0], y[0])}
	}
	return value{
		k.FSub(k.FMul(x[0], y[0]), k.FMul(x[1], y[1])),
		k.FAdd(k.FMul(x[0], y[1]), k.FMul(x[1], y[0])),
	}
}

// convert makes of an element one of another type.
func convert(k *code, x value, to element) value {
	v := to.zero()
	for n := range min(len(x), len(v)) {
		switch from := x[n].Type(); {
		case from == to.typ:
			v[n] = x[n]
		case from.IsFloat() && k.Module().Layout.BitSize(from) < k.Module().Layout.BitSize(to.typ):
			v[n] = k.Cast(ir.FPExt, x[n], to.typ)
		case from.IsFloat():
			v[n] = k.Cast(ir.FPTrunc, x[n], to.typ)
		case to.typ.IsFloat():
			v[n] = k.Cast(ir.SIToFP, x[n], to.typ)
		case from.Bits < to.typ.Bits:
			v[n] = k.Cast(ir.SExt, x[n], to.typ)
		default:
			v[n] = k.Cast(ir.Trunc, x[n], to.typ)
		}
	}
	return v
}

// isTrue reports whether a logical is.
func isTrue(k *code, v value) ir.Value { return k.ICmp(ir.NE, v[0], ir.Zero(v[0].Type())) }

// variables are slots for the parts of an element.
type variables []structured.Var

// variable makes slots that hold v.
func variable(k *code, v value) variables {
	list := make(variables, len(v))
	for n, x := range v {
		list[n] = k.NewVar(x)
	}
	return list
}

func (l variables) get() value {
	v := make(value, len(l))
	for n, x := range l {
		v[n] = x.Get()
	}
	return v
}

func (l variables) set(v value) {
	for n, x := range l {
		x.Set(v[n])
	}
}

// logical reports whether elements are truths.
func (e element) logical() bool { return e.code == 39 || e.code >= 13 && e.code <= 15 }
