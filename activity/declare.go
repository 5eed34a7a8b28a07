package activity

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// declare notes what an object's declaration says.
func (t *types) declare(o int32) {
	l := t.p.Layout
	ob := &t.p.Objs[o]
	o = t.p.Find(o)
	m := memtypes.Memory{}
	defer func() { t.mem[o].Take(&m) }()
	switch ob.Kind {
	case pointsto.ObjAlloca:
		i := ob.Site.(*ir.Instr)
		if scalarOf(i.Elem).IsInt() || unnamedInts(i.Elem) {
			return // bytes in transit: C moves floats through integers
		}
		if n, ok := ir.IntValue(i.Arg(0)); ok && n == 1 {
			m.Declared(l, i.Elem, 0, memtypes.RankDeclared)
		} else {
			m.Repeated(l, i.Elem, 0, math.MaxInt32, memtypes.RankDeclared)
		}
	case pointsto.ObjDeep:
		if to, ok := t.p.PathTo(o); ok {
			t.told(o, t.p.Objs[o].Site.(*ir.Param), to)
		}
	case pointsto.ObjForeign:
		t.mem[o].OnlyText()
	case pointsto.ObjGlobal:
		g := ob.Site.(*ir.Global)
		m.Declared(l, g.ValueType, 0, memtypes.RankDeclared)
		if pointsto.InitWords(g) {
			m.InitWords(l, g.Init, 0)
		}
	case pointsto.ObjParam:
		q := ob.Site.(*ir.Param)
		if t.p.Study.Text {
			t.mem[o].OnlyText()
			break
		}
		t.told(o, q, pointsto.Path{})
		for _, name := range []string{"sret", "byval"} {
			if text, ok := q.Attr(name); ok {
				if typ, err := t.env.M.ParseType(text); err == nil && !pointsto.IsOpaque(typ) {
					m.Declared(l, typ, 0, memtypes.RankDeclared)
				}
			}
		}
		elem, _ := sliceElem(q.Typ.Elem)
		if elem == nil || elem.Kind == ir.FuncKind || pointsto.IsOpaque(elem) || elem.Kind == ir.StructKind && !elem.HasFloat() && !t.env.mayTellWords() {
			break // floats may stand behind a base class
		}
		m.Repeated(l, elem, 0, math.MaxInt32, memtypes.RankHint)
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
