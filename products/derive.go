package products

import "github.com/llad-ad/llad/ir"

// taken are the arguments of one of the functions of a derivative.
type taken struct {
	code
	b       base
	mask    ir.Value
	args    []ir.Value // those of the routine
	shadows []ir.Value // nil where there is none
	rest    []ir.Value
}

// take begins a function with the parameters of the routine, behind those that may be active
// their shadows, and others. tangents says that floats by value have one too.
func (b base) take(name string, ret *ir.Type, tangents bool, more ...*ir.Type) (*ir.Function, *taken) {
	params := []*ir.Type{ir.I64}
	doubled := func(t *ir.Type) bool { return t.IsPtr() || tangents && t == b.scalar }
	for _, t := range b.fn.Typ.Fields {
		if params = append(params, t); doubled(t) {
			params = append(params, t)
		}
	}
	f, c := function(b.fn.Module, "llad.product."+name, ret, append(params, more...)...)
	t := &taken{code: c, b: b, mask: f.Params[0]}
	at := 1
	for _, typ := range b.fn.Typ.Fields {
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

// active is whether a parameter of the routine is active.
func (t *taken) active(k int) ir.Value {
	return t.ICmp(ir.NE, t.Binary(ir.And, t.mask, i64(1<<k)), i64(0))
}

// stored is a matrix with lines of that distance.
func stored(p, stride ir.Value, rows bool) matrix {
	if rows {
		return matrix{p, stride, i64(1)}
	}
	return matrix{p, i64(1), stride}
}

// shadow is the shadow of a matrix that is an argument.
func (t *taken) shadow(k, stride int, rows bool) matrix {
	return stored(t.typed(t.shadows[k], t.b.scalar), t.args[stride], rows)
}

func (t *taken) size() ir.Value { return i64(t.Module().Layout.AllocSize(t.b.scalar)) }

// room is a matrix of zeros on the heap, column by column.
func (t *taken) room(rows, cols ir.Value) (block ir.Value, x matrix) {
	block = t.memory(t.Mul(t.Mul(rows, cols), t.size()))
	return block, stored(t.typed(block, t.b.scalar), rows, false)
}

// copy copies the elements of a matrix, those of one half if lower or upper is set; what
// else there is stays.
func (t *taken) copy(to, from matrix, rows, cols ir.Value, part half) {
	t.loop(i64(0), cols, 1, func(j ir.Value) {
		first, end := part.rows(t.code, j, rows)
		t.loop(first, end, 1, func(i ir.Value) {
			t.Store(t.Load(t.b.scalar, t.at(t.b.scalar, from, i, j), 0), t.at(t.b.scalar, to, i, j), 0)
		})
	})
}

// lines copies a matrix that is an argument to one whose lines follow each other.
func (t *taken) lines(to matrix, k, stride int, byRows bool, rows, cols ir.Value) {
	lines, n, step := cols, rows, to.col
	if byRows {
		lines, n, step = rows, cols, to.row
	}
	t.loop(i64(0), lines, 1, func(l ir.Value) {
		from := t.GEP(t.b.scalar, t.typed(t.args[k], t.b.scalar), t.Mul(l, t.args[stride]))
		target := t.GEP(t.b.scalar, to.p, t.Mul(l, step))
		t.MemCpy(t.Cast(ir.BitCast, target, t.Module().Ptr()), t.Cast(ir.BitCast, from, t.Module().Ptr()), t.Mul(n, t.size()))
	})
}

// half is a part of a matrix.
type half struct {
	lower, upper bool
	unit         bool // without the diagonal
}

// rows are the rows of a column that belong to it.
func (h half) rows(c code, j, rows ir.Value) (first, end ir.Value) {
	behind := c.Add(j, i64(1))
	switch {
	case h.lower && h.unit:
		return behind, rows
	case h.lower:
		return j, rows
	case h.upper && h.unit:
		return i64(0), c.less(j, rows)
	case h.upper:
		return i64(0), c.less(behind, rows)
	}
	return i64(0), rows
}

// memory is a block of the heap.
func (t *taken) memory(bytes ir.Value) ir.Value {
	m := t.Module()
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
	t.CallFunc(kernel(t.b.fn, t.b.scalar), rows, cols, depth, alpha, x.p, x.row, x.col, y.p, y.row, y.col, z.p, z.col)
}

func (t *taken) free(p ir.Value) {
	m := t.Module()
	t.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), p)
}
