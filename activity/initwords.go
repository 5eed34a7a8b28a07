package activity

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// This file is about addresses that stand in initialisers.

// leads reports whether a variable holds addresses from the start.
func leads(g *ir.Global) bool {
	return g.ValueType.HasPtr() && g.LoadInit() == nil && g.Init != nil || InitWords(g)
}

// InitWords reports whether addresses stand in a variable from the start as integers of their size,
// as those of functions do in tables of pointers to member functions.
func InitWords(g *ir.Global) bool {
	return strings.Contains(g.InitText, "ptrtoint") && g.LoadInit() == nil && HoldsWords(g.Init)
}

// HoldsWords reports whether addresses stand in a constant as integers of their size.
func HoldsWords(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	if !ok {
		return false
	}
	if c.Kind == ir.ConstExpr {
		return c.Op == ir.PtrToInt && c.Typ == ir.I64
	}
	return slices.ContainsFunc(c.Elems, HoldsWords)
}

// initWords notes the addresses that stand in an initialiser as integers of their size.
func (m *memTypes) initWords(l *ir.Layout, v ir.Value, off int64) {
	c, ok := v.(*ir.Const)
	switch {
	case !ok:
	case c.Kind == ir.ConstExpr && HoldsWords(c):
		m.add(record{off: off, size: 8, class: Pointer, rank: rankDeclared})
	case c.Kind == ir.ConstStruct:
		for k, e := range c.Elems {
			m.initWords(l, e, off+l.FieldOffset(c.Typ, k))
		}
	case c.Kind == ir.ConstArray:
		for k, e := range c.Elems {
			m.initWords(l, e, off+int64(k)*l.AllocSize(c.Typ.Elem))
		}
	}
}
