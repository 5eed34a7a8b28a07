package flang

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// What the entries of a table's special bindings are for. Those for formatted and unformatted data
// transfer have numbers between.
const (
	specialBytes       = 16
	specialDescriptors = 1 // which arguments are descriptors
	specialProcedure   = 8

	scalarAssignment    = 1
	elementalAssignment = 2
	elementalFinal      = 7
	scalarFinal         = 9

	tableHasParent = 428
)

// specials reads the final procedures of a derived type: for scalars, and elemental ones. It is false for a type
// with other ones, for arrays, or with assignments of its own.
func (t *types) specials(d *derived, head ir.Value) bool {
	return t.entries(head, tableSpecial, specialBytes, func(list ir.Value, at int64) bool {
		which, ok := t.number(list, at, 1)
		boxes, also := t.number(list, at+specialDescriptors, 1)
		proc, known := t.address(list, at+specialProcedure)
		f, _ := proc.(*ir.Function)
		switch {
		case !ok || !also || !known || which == scalarAssignment || which == elementalAssignment:
			return false
		case which < elementalFinal:
			return true
		case boxes != 0 || f == nil || f.Typ.Ret.Kind != ir.VoidKind || len(f.Typ.Fields) != 1:
			return false
		case which == elementalFinal:
			d.elemental = f
		case which == scalarFinal:
			d.scalar = f
		default:
			return false
		}
		return true
	})
}

// parent reports whether the first component is the type that the type extends.
func (d *derived) parent() bool {
	extends, ok := d.in.number(constant(d.table), tableHasParent, 1)
	return ok && extends != 0 && len(d.components) > 0
}

// finalizes reports whether a final procedure is called for objects of the type, or of types in it.
func (d *derived) finalizes() bool { return d.finalizesWithin(map[*derived]bool{}) }

func (d *derived) finalizesWithin(seen map[*derived]bool) bool {
	if d == nil || seen[d] {
		return false
	}
	seen[d] = true
	if d.elemental != nil || d.scalar != nil {
		return true
	}
	for _, c := range d.components {
		if c.genre == genreData && c.e.of.finalizesWithin(seen) {
			return true
		}
		if c.genre != genreAllocatable {
			continue
		}
		if c.any != nil && slices.ContainsFunc(c.any.all(), func(d *derived) bool { return d.finalizesWithin(seen) }) {
			return true
		}
		for _, kin := range append(c.kin(), c.e.of) {
			if kin.finalizesWithin(seen) {
				return true
			}
		}
	}
	return false
}

// finalizeAll calls the final procedures of the elements of an array, or of a scalar, that p describes.
func finalizeAll(k *code, e element, v view) {
	if e.of == nil || !e.of.finalizes() {
		return
	}
	f := finalOf(k, e, len(v.extents) == 0)
	k.If(not(k, isNull(k, v.base)), func() { each(k, v, func(at ir.Value) { k.CallFunc(f, at) }) })
}

// finalName is what functions that call final procedures are named after.
func finalName(scalar bool) string {
	if scalar {
		return "finalize"
	}
	return "finalize.element"
}

// finalOf is the function that calls the final procedures of an object: its own, those of its components,
// and that of the type it extends. A procedure for scalars is not called for elements of arrays.
func finalOf(k *code, e element, scalar bool) *ir.Function {
	return member(k, finalName(scalar), e, 1, func(k *code) {
		p, d := k.F.Params[0], e.of
		switch {
		case scalar && d.scalar != nil:
			k.CallFunc(d.scalar, p)
		case d.elemental != nil:
			k.CallFunc(d.elemental, p)
		}
		for n, c := range d.components {
			if n > 0 || !d.parent() {
				finalizeComponent(k, c, p)
			}
		}
		if d.parent() && d.components[0].e.of.finalizes() {
			k.CallFunc(finalOf(k, d.components[0].e, scalar), p)
		}
	})
}

// finalizeComponent calls the final procedures of a component of the object at p.
func finalizeComponent(k *code, c component, p ir.Value) {
	switch {
	case c.genre == genreAllocatable && c.any != nil:
		finalizeAny(k, c.any.all(), k.At(p, c.offset))
	case c.e.of == nil:
	case c.genre == genreData && c.e.of.finalizes():
		f := finalOf(k, c.e, c.rank == 0)
		eachElement(k, c, func(off ir.Value) { k.CallFunc(f, k.Offset(p, off)) })
	case c.genre == genreAllocatable:
		at := k.At(p, c.offset)
		if kin := c.kin(); kin != nil {
			finalizeAny(k, kin, at)
		} else {
			finalizeAll(k, c.e, viewOf(k, at, c.rank))
		}
	}
}

// finalizeAny calls the final procedures of what a descriptor describes, where it is of one of some derived types.
func finalizeAny(k *code, types []*derived, p ir.Value) {
	some := false
	for _, d := range types {
		some = some || d.finalizes()
	}
	if !some {
		return
	}
	base := k.Ptr(p, atBase)
	derived := k.Binary(ir.And, not(k, isNull(k, base)), byteIs(k, p, atType, codeDerived))
	k.If(derived, func() {
		table, bytes := anyTable(k, p), k.Word(p, atLength)
		k.If(byteIs(k, p, atRank, 0), func() {
			k.CallFunc(finalOfAny(k, types, true), table, base)
		}, func() {
			f := finalOfAny(k, types, false)
			k.Times(anySize(k, p), func(n ir.Value) { k.CallFunc(f, table, k.Offset(base, k.Mul(n, bytes))) })
		})
	})
}

// finalOfAny is finalOf for an object of any of some types.
func finalOfAny(k *code, types []*derived, scalar bool) *ir.Function {
	return anyOf(k, finalName(scalar), types, 1, func(k *code, e element) {
		if e.of.finalizes() {
			k.CallFunc(finalOf(k, e, scalar), k.F.Params[1])
		}
	})
}
