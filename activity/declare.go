package activity

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// declare notes what an object's declaration says.
func (t *types) declare(o int32) {
	l := t.p.layout
	ob := &t.p.objs[o]
	o = t.p.find(o)
	m := memTypes{noInts: t.env.module.rust}
	defer func() { t.mem[o].take(&m) }()
	switch ob.kind {
	case objAlloca:
		i := ob.site.(*ir.Instr)
		if scalarOf(i.Elem).IsInt() || unnamedInts(i.Elem) {
			return // bytes in transit: C moves floats through integers
		}
		if n, ok := ir.IntValue(i.Arg(0)); ok && n == 1 {
			m.declared(l, i.Elem, 0, rankDeclared)
		} else {
			m.repeated(l, i.Elem, 0, math.MaxInt32, rankDeclared)
		}
	case objDeep:
		if to, ok := t.p.pathTo(o); ok {
			t.told(o, t.p.objs[o].site.(*ir.Param), to)
		}
	case objForeign:
		t.mem[o].onlyText()
	case objGlobal:
		g := ob.site.(*ir.Global)
		m.declared(l, g.ValueType, 0, rankDeclared)
		if InitWords(g) {
			m.initWords(l, g.Init, 0)
		}
	case objParam:
		q := ob.site.(*ir.Param)
		if t.p.of.text {
			t.mem[o].onlyText()
			break
		}
		t.told(o, q, path{})
		for _, name := range []string{"sret", "byval"} {
			if text, ok := q.Attr(name); ok {
				if typ, err := t.env.M.ParseType(text); err == nil && !isOpaque(typ) {
					m.declared(l, typ, 0, rankDeclared)
				}
			}
		}
		elem, _ := sliceElem(q.Typ.Elem)
		if elem == nil || elem.Kind == ir.FuncKind || isOpaque(elem) || elem.Kind == ir.StructKind && !elem.HasFloat() && t.bareSingles() {
			break // floats may stand behind a base class
		}
		m.repeated(l, elem, 0, math.MaxInt32, rankHint)
	}
}

// sliceElem is the type of the elements where t is an array without a length, as
// Rust's slices are; t where it is not.
func sliceElem(t *ir.Type) (elem *ir.Type, slice bool) {
	for t != nil && t.Kind == ir.ArrayKind && t.Len == 0 {
		t, slice = t.Elem, true
	}
	return t, slice
}

// scalarOf is the type of the elements of nested arrays.
func scalarOf(t *ir.Type) *ir.Type {
	for t.Kind == ir.ArrayKind {
		t = t.Elem
	}
	return t
}

// unnamedInts reports whether t is a struct of integers that the source does not name,
// as clang shows a union that holds pointers to members, or anything else.
func unnamedInts(t *ir.Type) bool {
	return t.Kind == ir.StructKind && t.Name == "" && !slices.ContainsFunc(t.Fields, func(f *ir.Type) bool { return f != ir.I64 })
}

func isOpaque(t *ir.Type) bool { return t.Kind == ir.StructKind && t.Opaque }
