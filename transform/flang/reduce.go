package flang

import (
	"math"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// named is the element type at the end of a function's name: Real8, Complex4, Integer4.
func named(name string) (e element, kind int) {
	codes := map[string]map[int]int{
		"Real":    {4: 27, 8: 28, 10: 29, 16: 31},
		"Complex": {4: 34, 8: 35, 10: 36, 16: 38},
		"Integer": {1: 7, 2: 8, 4: 9, 8: 10},
		"Logical": {1: 39, 2: 13, 4: 14, 8: 15},
	}
	for word, kinds := range codes {
		if at := strings.LastIndex(name, word); at >= 0 {
			kind, _ = strconv.Atoi(name[at+len(word):])
			return typed(kinds[kind]), kind
		}
	}
	return element{}, 0
}

// typed is the element type of a code.
func typed(code int) element {
	s := scalars[code]
	return element{code: code, typ: s.typ, parts: s.parts}
}

// mask is what is known of a logical array that chooses elements; null chooses all, and a scalar all
// or none.
type mask struct {
	box
	e    element
	null bool
}

// mask is that of an argument, for an array of a rank.
func (s *site) mask(arg, rank int) (m mask, ok bool) {
	m.box = s.box(arg)
	if m.null = m.box.null; m.null {
		return m, true
	}
	m.e, ok = s.element(m.box)
	return m, ok && m.e.parts == 1 && (m.rank == 0 || m.rank == rank)
}

// eachChosen runs body for those indices below extents that a mask chooses.
func eachChosen(k *code, m mask, p ir.Value, extents []ir.Value, body func(index []ir.Value)) {
	if m.null {
		nest(k, extents, body)
		return
	}
	v := maskView(k, m, p)
	nest(k, extents, func(index []ir.Value) {
		k.If(isChosen(k, m, v, index), func() { body(index) })
	})
}

// maskView reads the descriptor of a mask.
func maskView(k *code, m mask, p ir.Value) view {
	if m.null {
		return view{}
	}
	suppose(k, m.box, p, m.e, m.rank)
	return viewOf(k, p, m.rank)
}

// isChosen reports whether a mask chooses an element.
func isChosen(k *code, m mask, v view, index []ir.Value) ir.Value {
	if m.null {
		return ir.NewBool(true)
	}
	return isTrue(k, loadElement(k, m.e, elementAt(k, v, index[:m.rank])))
}

// folding is a reduction: what it begins with, and what one further element makes of it.
type folding struct {
	begin func(e element) value
	step  func(k *code, sum, x value) value
}

func one(e element) value {
	v := e.zero()
	if e.float() {
		v[0] = ir.NewFloat(e.typ, 1)
	} else {
		v[0] = ir.NewInt(e.typ, 1)
	}
	return v
}

// extreme is the lowest or the highest number of a type.
func extreme(sign float64) func(e element) value {
	return func(e element) value {
		switch {
		case e.typ == ir.Float:
			return value{ir.NewFloat(e.typ, sign*math.MaxFloat32)}
		case e.float():
			return value{ir.NewFloat(e.typ, sign*math.MaxFloat64)}
		case sign < 0:
			return value{ir.NewInt(e.typ, -1<<(e.typ.Bits-1))}
		}
		return value{ir.NewInt(e.typ, 1<<(e.typ.Bits-1)-1)}
	}
}

// better chooses the greater or the lesser of two.
func better(f, i ir.Pred) func(k *code, sum, x value) value {
	return func(k *code, sum, x value) value {
		return value{k.Select(beats(k, f, i, x, sum), x[0], sum[0])}
	}
}

func beats(k *code, f, i ir.Pred, x, y value) ir.Value {
	if x[0].Type().IsFloat() {
		return k.FCmp(f, x[0], y[0])
	}
	return k.ICmp(i, x[0], y[0])
}

var foldings = map[string]folding{
	"Sum":     {element.zero, addElements},
	"Product": {one, mulElements},
	"Maxval":  {extreme(-1), better(ir.OGT, ir.SGT)},
	"Minval":  {extreme(1), better(ir.OLT, ir.SLT)},
}

// foldingOf is the reduction that a function's name begins with.
func foldingOf(name string) (folding, bool) {
	for word, f := range foldings {
		if strings.HasPrefix(name, word) {
			return f, true
		}
	}
	return folding{}, false
}

// fold is SumReal8(array, source, line, dimension, mask) and its like.
func fold(s *site) func(k *code) {
	e, _ := named(s.name)
	f, ok := foldingOf(s.name)
	b := s.box(0)
	if !ok || e.parts != 1 || b.rank < 0 || e.typ != s.call.Typ {
		return nil
	}
	m, ok := s.mask(4, b.rank)
	if !ok {
		return nil
	}
	return func(k *code) {
		suppose(k, b, k.F.Params[0], e, b.rank)
		k.Return(foldAll(k, f, e, viewOf(k, k.F.Params[0], b.rank), m, k.F.Params[4])[0])
	}
}

// foldComplex is CppSumComplex8(result, array, source, line, dimension, mask) and CppProductComplex8;
// dotComplex is CppDotProductComplex8(result, x, y, source, line), which conjugates x.
func foldComplex(s *site) func(k *code) {
	e, _ := named(s.name)
	f, ok := foldingOf(strings.TrimPrefix(s.name, "Cpp"))
	b := s.box(1)
	m, masked := s.mask(5, b.rank)
	if !ok || !masked || e.parts != 2 || b.rank < 0 {
		return nil
	}
	return func(k *code) {
		suppose(k, b, k.F.Params[1], e, b.rank)
		storeElement(k, foldAll(k, f, e, viewOf(k, k.F.Params[1], b.rank), m, k.F.Params[5]), k.F.Params[0])
	}
}

func dotComplex(s *site) func(k *code) {
	e, _ := named(s.name)
	return s.dot(e, 1, func(k *code, sum value) { storeElement(k, sum, k.F.Params[0]) })
}

// foldAll reduces all elements of an array.
func foldAll(k *code, f folding, e element, v view, m mask, maskAt ir.Value) value {
	sum := variable(k, f.begin(e))
	eachChosen(k, m, maskAt, v.extents, func(index []ir.Value) {
		sum.set(f.step(k, sum.get(), loadElement(k, e, elementAt(k, v, index))))
	})
	return sum.get()
}

// foldDim is SumDim(result, array, dimension, source, line, mask) and its like.
func foldDim(s *site) func(k *code) {
	f, ok := foldingOf(s.name)
	b := s.box(1)
	e, also := s.element(b)
	dims, chooses := s.dimensions(2, b.rank)
	m, mask := s.mask(5, b.rank)
	if !ok || !also || !chooses || !mask || e.parts == 0 {
		return nil
	}
	s.note(e)
	return func(k *code) {
		suppose(k, b, k.F.Params[1], e, b.rank)
		v := viewOf(k, k.F.Params[1], b.rank)
		chosen := maskView(k, m, k.F.Params[5])
		dims.choose(k, func(dim int) {
			made := establish(k, k.F.Params[0], k.F.Params[1], e, e.bytes(k, nil), without(v.extents, dim))
			nest(k, made.extents, func(index []ir.Value) {
				sum := variable(k, f.begin(e))
				k.Times(v.extents[dim-1], func(n ir.Value) {
					full := with(index, dim, n)
					k.If(isChosen(k, m, chosen, full), func() {
						sum.set(f.step(k, sum.get(), loadElement(k, e, elementAt(k, v, full))))
					})
				})
				storeElement(k, sum.get(), elementAt(k, made, index))
			})
		})
	}
}

// without is a list without its member number dim, from one.
func without(list []ir.Value, dim int) []ir.Value {
	return append(append([]ir.Value(nil), list[:dim-1]...), list[dim:]...)
}

// with is a list with v as its member number dim, from one.
func with(list []ir.Value, dim int, v ir.Value) []ir.Value {
	return append(append(append([]ir.Value(nil), list[:dim-1]...), v), list[dim-1:]...)
}

// dot is DotProductReal8(x, y, source, line).
func dot(s *site) func(k *code) {
	e, _ := named(s.name)
	if e.typ != s.call.Typ || e.logical() {
		return nil
	}
	return s.dot(e, 0, func(k *code, sum value) { k.Return(sum[0]) })
}

// dot passes on a product of vectors, of which the first is an argument.
func (s *site) dot(e element, first int, done func(k *code, sum value)) func(k *code) {
	x, y := s.box(first), s.box(first+1)
	from, ok := s.element(x)
	and, also := s.element(y)
	if !ok || !also || e.parts == 0 || x.rank != 1 || y.rank != 1 || from.parts == 0 || and.parts == 0 {
		return nil
	}
	s.note(from, and)
	return func(k *code) {
		suppose(k, x, k.F.Params[first], from, 1)
		suppose(k, y, k.F.Params[first+1], and, 1)
		v, w := viewOf(k, k.F.Params[first], 1), viewOf(k, k.F.Params[first+1], 1)
		sum := variable(k, e.zero())
		nest(k, v.extents, func(index []ir.Value) {
			a, b := convert(k, loadElement(k, from, elementAt(k, v, index)), e), convert(k, loadElement(k, and, elementAt(k, w, index)), e)
			if len(a) == 2 {
				a[1] = k.FNeg(a[1])
			}
			sum.set(addElements(k, sum.get(), mulElements(k, a, b)))
		})
		done(k, sum.get())
	}
}

// norm is Norm2_8(array, source, line, dimension).
func norm(s *site) func(k *code) {
	b := s.box(0)
	e := typed(map[string]int{"4": 27, "8": 28}[s.name[len("Norm2_"):]])
	if e.parts == 0 || b.rank < 0 {
		return nil
	}
	return func(k *code) {
		suppose(k, b, k.F.Params[0], e, b.rank)
		k.Return(root(k, foldAll(k, squares, e, viewOf(k, k.F.Params[0], b.rank), mask{null: true}, nil)[0]))
	}
}

// squares is the sum of squares.
var squares = folding{element.zero, func(k *code, sum, x value) value { return addElements(k, sum, mulElements(k, x, x)) }}

func root(k *code, x ir.Value) ir.Value {
	return k.Intrinsic("sqrt", x.Type(), []*ir.Type{x.Type()}, x)
}

// normDim is Norm2Dim(result, array, dimension, source, line).
func normDim(s *site) func(k *code) {
	b := s.box(1)
	e, ok := s.element(b)
	dims, chooses := s.dimensions(2, b.rank)
	if !ok || !chooses || e.parts != 1 || !e.float() {
		return nil
	}
	return func(k *code) {
		suppose(k, b, k.F.Params[1], e, b.rank)
		v := viewOf(k, k.F.Params[1], b.rank)
		dims.choose(k, func(dim int) {
			made := establish(k, k.F.Params[0], k.F.Params[1], e, e.bytes(k, nil), without(v.extents, dim))
			nest(k, made.extents, func(index []ir.Value) {
				sum := variable(k, e.zero())
				k.Times(v.extents[dim-1], func(n ir.Value) {
					sum.set(squares.step(k, sum.get(), loadElement(k, e, elementAt(k, v, with(index, dim, n)))))
				})
				storeElement(k, value{root(k, sum.get()[0])}, elementAt(k, made, index))
			})
		})
	}
}
