package analysis

import "github.com/llad-ad/llad/ir"

const maxTable = 4096 // elements of a table that are looked at

// table is the range of the elements of the constant table that a load reads; nil where it reads
// none, or the elements are no integers of its type.
func (s *Bounds) table(load *ir.Instr) *span {
	g, ok := StripAddress(load.Arg(0)).(*ir.Global)
	if !ok || !load.Typ.IsInt() || load.Typ.Bits > 64 || load.Flags&(ir.Volatile|ir.Atomic) != 0 {
		return nil
	}
	if !g.IsConst() || g.LoadInit() != nil || g.Init == nil || replaceable(g.Prefix) {
		return nil
	}
	r := tableRange{typ: load.Typ, left: maxTable}
	if !r.add(g.Init) || !r.some {
		return nil
	}
	lo, hi := constSpan(r.lo), constSpan(r.hi)
	return &span{lo.lo, hi.hi, max(lo.bits, hi.bits)}
}

// tableRange collects the least and the greatest element of an initialiser.
type tableRange struct {
	typ    *ir.Type
	lo, hi int64
	some   bool
	left   int
}

// add takes in the elements of v; false where one is no integer of the type.
func (r *tableRange) add(v ir.Value) bool {
	if r.left--; r.left < 0 {
		return false
	}
	c, ok := v.(*ir.Const)
	if !ok {
		return false
	}
	switch c.Kind {
	case ir.ConstZero:
		t := c.Typ
		for t.Kind == ir.ArrayKind {
			t = t.Elem
		}
		return t == r.typ && r.take(0)
	case ir.ConstInt:
		n, ok := ir.IntValue(c)
		return ok && c.Typ == r.typ && r.take(n)
	case ir.ConstArray, ir.ConstStruct:
		for _, e := range c.Elems {
			if !r.add(e) {
				return false
			}
		}
		return true
	}
	return false
}

func (r *tableRange) take(n int64) bool {
	if !r.some {
		r.lo, r.hi, r.some = n, n, true
	}
	r.lo, r.hi = min(r.lo, n), max(r.hi, n)
	return true
}
