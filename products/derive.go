package products

import "github.com/llad-ad/llad/ir"

// taken are the arguments of one of the functions of a derivative.
type taken struct {
	code
	p       *product
	mask    ir.Value
	args    []ir.Value // those of the product
	shadows []ir.Value // nil where there is none
	rest    []ir.Value
}

// take begins a function with the parameters of the product, behind those that may be active
// their shadows, and others. tangents says that floats by value have one too.
func (p *product) take(name string, ret *ir.Type, tangents bool, more ...*ir.Type) (*ir.Function, *taken) {
	params := []*ir.Type{ir.I64}
	doubled := func(t *ir.Type) bool { return t.IsPtr() || tangents && t == p.scalar }
	for _, t := range p.fn.Typ.Fields {
		if params = append(params, t); doubled(t) {
			params = append(params, t)
		}
	}
	f, c := function(p.fn.Module, "llad.product."+name, ret, append(params, more...)...)
	t := &taken{code: c, p: p, mask: f.Params[0]}
	at := 1
	for _, typ := range p.fn.Typ.Fields {
		var shadow ir.Value
		t.args = append(t.args, f.Params[at])
		if doubled(typ) {
			at++
			shadow = f.Params[at]
		}
		at++
		t.shadows = append(t.shadows, shadow)
	}
	for _, v := range f.Params[at:] {
		t.rest = append(t.rest, v)
	}
	return f, t
}

// active is whether a parameter of the product is active.
func (t *taken) active(k int) ir.Value {
	return t.ICmp(ir.NE, t.Binary(ir.And, t.mask, i64(1<<k)), i64(0))
}

func (t *taken) rows() ir.Value  { return t.args[0] }
func (t *taken) cols() ir.Value  { return t.args[1] }
func (t *taken) depth() ir.Value { return t.args[2] }

// stored is a matrix with lines of that distance.
func stored(p, stride ir.Value, rows bool) matrix {
	if rows {
		return matrix{p, stride, i64(1)}
	}
	return matrix{p, i64(1), stride}
}

// derive makes the three functions. What the augmented primal keeps is a copy of both operands,
// line behind line.
func (p *product) derive() {
	m := p.fn.Module
	p.augment = p.makeAugment(m)
	p.gradient = p.makeGradient(m)
	p.along = p.makeTangent(m)
}

// kept are the copies of the operands.
func (t *taken) kept(block ir.Value) (lhs, rhs matrix) {
	line := func(rows bool, of, length ir.Value) ir.Value {
		if rows {
			return length
		}
		return of
	}
	first := t.typed(block, t.p.scalar)
	second := t.GEP(t.p.scalar, first, t.Mul(t.rows(), t.depth()))
	return stored(first, line(t.p.lhsRows, t.rows(), t.depth()), t.p.lhsRows), stored(second, line(t.p.rhsRows, t.depth(), t.cols()), t.p.rhsRows)
}

func (p *product) makeAugment(m *ir.Module) *ir.Function {
	f, t := p.take("augment", m.Ptr(), false)
	size := i64(m.Layout.AllocSize(p.scalar))
	elements := t.Add(t.Mul(t.rows(), t.depth()), t.Mul(t.depth(), t.cols()))
	wanted := t.Select(t.active(p.res), t.Mul(elements, size), i64(0))
	block := t.memory(m, wanted)
	t.when(t.active(p.res), func() {
		lhs, rhs := t.kept(block)
		copyLines := func(to matrix, k, stride int, rows bool, of, length ir.Value) {
			lines, n, step := length, of, to.col
			if rows {
				lines, n, step = of, length, to.row
			}
			t.loop(i64(0), lines, 1, func(l ir.Value) {
				from := t.GEP(p.scalar, t.typed(t.args[k], p.scalar), t.Mul(l, t.args[stride]))
				t.MemCpy(t.Cast(ir.BitCast, t.GEP(p.scalar, to.p, t.Mul(l, step)), m.Ptr()), t.Cast(ir.BitCast, from, m.Ptr()), t.Mul(n, size))
			})
		}
		copyLines(lhs, p.lhs, p.lhsStride, p.lhsRows, t.rows(), t.depth())
		copyLines(rhs, p.rhs, p.rhsStride, p.rhsRows, t.depth(), t.cols())
	})
	t.CallFunc(p.fn, t.args...)
	t.Ret(block)
	return f
}

// memory is a block of the heap.
func (t *taken) memory(m *ir.Module, bytes ir.Value) ir.Value {
	block := t.CallFunc(m.Declare("calloc", m.FuncType(m.Ptr(), ir.I64, ir.I64)), bytes, i64(1))
	none := t.Binary(ir.And, t.ICmp(ir.EQ, block, ir.Zero(m.Ptr())), t.ICmp(ir.NE, bytes, i64(0)))
	fails, behind := t.F.NewBlock("fails"), t.F.NewBlock("behind")
	t.CondBr(none, fails, behind)
	t.AtEnd(fails)
	t.CallFunc(m.Declare("abort", m.FuncType(ir.Void)))
	t.Unreachable()
	t.AtEnd(behind)
	return block
}

// product calls the kernel for z += alpha x y; z has contiguous rows or columns.
func (t *taken) product(rows, cols, depth, alpha ir.Value, x, y, z matrix) {
	if n, ok := ir.IntValue(z.row); !ok || n != 1 {
		t.product(cols, rows, depth, alpha, y.transposed(), x.transposed(), z.transposed())
		return
	}
	t.CallFunc(kernel(t.Module(), t.p.scalar), rows, cols, depth, alpha, x.p, x.row, x.col, y.p, y.row, y.col, z.p, z.col)
}

// makeGradient: with C += alpha A B, dA += alpha dC B', dB += alpha A' dC, dalpha = sum of
// dC (A B) by elements; dC stays what it is.
func (p *product) makeGradient(m *ir.Module) *ir.Function {
	f, t := p.take("gradient", p.scalar, false, m.Ptr())
	sum := t.Alloca(p.scalar, nil, 0)
	t.Store(ir.Zero(p.scalar), sum, 0)
	lhs, rhs := t.kept(t.rest[0])
	incr := i64(1)
	if p.resIncr >= 0 {
		incr = t.args[p.resIncr]
	}
	at := func(k int, stride int, rows bool) matrix {
		return stored(t.typed(t.shadows[k], p.scalar), t.args[stride], rows)
	}
	dres := matrix{t.typed(t.shadows[p.res], p.scalar), incr, t.args[p.resStride]}
	t.when(t.active(p.res), func() {
		t.when(t.active(p.lhs), func() {
			t.product(t.rows(), t.depth(), t.cols(), t.args[p.alpha], dres, rhs.transposed(), at(p.lhs, p.lhsStride, p.lhsRows))
		})
		t.when(t.active(p.rhs), func() {
			t.product(t.depth(), t.cols(), t.rows(), t.args[p.alpha], lhs.transposed(), dres, at(p.rhs, p.rhsStride, p.rhsRows))
		})
		t.when(t.active(p.alpha), func() {
			size := i64(m.Layout.AllocSize(p.scalar))
			room := t.memory(m, t.Mul(t.Mul(t.rows(), t.cols()), size))
			all := stored(t.typed(room, p.scalar), t.rows(), false)
			t.product(t.rows(), t.cols(), t.depth(), ir.NewFloat(p.scalar, 1), lhs, rhs, all)
			t.loop(i64(0), t.cols(), 1, func(j ir.Value) {
				t.loop(i64(0), t.rows(), 1, func(i ir.Value) {
					v := t.FMul(t.Load(p.scalar, t.at(p.scalar, all, i, j), 0), t.Load(p.scalar, t.at(p.scalar, dres, i, j), 0))
					t.Store(t.FAdd(t.Load(p.scalar, sum, 0), v), sum, 0)
				})
			})
			t.free(m, room)
		})
	})
	t.free(m, t.rest[0])
	t.Ret(t.Load(p.scalar, sum, 0))
	return f
}

func (t *taken) free(m *ir.Module, p ir.Value) {
	t.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), p)
}

// makeTangent: dC += alpha dA B + alpha A dB + dalpha A B, by the product itself.
func (p *product) makeTangent(m *ir.Module) *ir.Function {
	f, t := p.take("tangent", ir.Void, true)
	t.when(t.active(p.res), func() {
		for _, k := range []int{p.lhs, p.rhs, p.alpha} {
			t.when(t.active(k), func() {
				args := append([]ir.Value(nil), t.args...)
				args[k], args[p.res] = t.shadows[k], t.shadows[p.res]
				t.CallFunc(p.fn, args...)
			})
		}
	})
	t.CallFunc(p.fn, t.args...)
	t.Ret(nil)
	return f
}
