package flang

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// matmul is MatmulReal8Real8(result, a, b, source, line) and its like: Transpose has the first
// matrix transposed, Direct a result that has memory.
func matmul(s *site) func(k *code) {
	types := strings.TrimPrefix(s.name, "Matmul")
	types, transposed := strings.CutPrefix(types, "Transpose")
	types, direct := strings.CutPrefix(types, "Direct")
	a, b := s.box(1), s.box(2)
	x, ok := s.element(a)
	y, also := s.element(b)
	if !ok || !also || a.rank < 1 || b.rank < 1 || a.rank+b.rank < 3 || a.rank > 2 || b.rank > 2 {
		return nil
	}
	logical := strings.HasPrefix(types, "Logical")
	e := wider(x, y)
	if x.parts == 0 || y.parts == 0 || logical || transposed && a.rank < 2 {
		return nil
	}
	s.note(x, y)
	return func(k *code) {
		suppose(k, a, k.F.Params[1], x, a.rank)
		suppose(k, b, k.F.Params[2], y, b.rank)
		v, w := viewOf(k, k.F.Params[1], a.rank), viewOf(k, k.F.Params[2], b.rank)
		if transposed {
			v = v.turned()
		}
		rows, columns := a.rank == 2, b.rank == 2
		inner, extents := v.extents[a.rank-1], []ir.Value{}
		if rows {
			extents = append(extents, v.extents[0])
		}
		if columns {
			extents = append(extents, w.extents[1])
		}
		var made view
		if direct {
			made = viewOf(k, k.F.Params[0], len(extents))
		} else {
			made = establish(k, k.F.Params[0], k.F.Params[1], e, e.bytes(k, nil), extents)
		}
		nest(k, extents, func(index []ir.Value) {
			sum := variable(k, e.zero())
			k.Times(inner, func(n ir.Value) {
				left, right := []ir.Value{n}, []ir.Value{n}
				if rows {
					left = []ir.Value{index[0], n}
				}
				if columns {
					right = append(right, index[len(index)-1])
				}
				p, q := loadElement(k, x, elementAt(k, v, left)), loadElement(k, y, elementAt(k, w, right))
				sum.set(addElements(k, sum.get(), mulElements(k, convert(k, p, e), convert(k, q, e))))
			})
			storeElement(k, sum.get(), elementAt(k, made, index))
		})
	}
}

// turned is a matrix transposed.
func (v view) turned() view {
	return view{v.base, []ir.Value{v.extents[1], v.extents[0]}, []ir.Value{v.stride[1], v.stride[0]}}
}

// wider is the type of the product of elements of two types.
func wider(x, y element) element {
	if rank(y) > rank(x) {
		x, y = y, x
	}
	if x.parts == 1 && y.parts == 2 {
		return y
	}
	if x.parts == 2 && y.float() && rank(y) > rank(x) {
		return typed(map[*ir.Type]int{ir.Float: 34, ir.Double: 35}[y.typ])
	}
	return x
}

// rank orders types by what they can hold.
func rank(e element) int {
	if e.typ == nil {
		return 0
	}
	if !e.float() {
		return e.typ.Bits
	}
	return 1000 * (int(e.typ.Kind) + 100*e.parts)
}
