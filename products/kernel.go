package products

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// code is a builder with loops.
type code struct{ *ir.Builder }

// function adds an internal function and gives its code.
func function(m *ir.Module, name string, ret *ir.Type, params ...*ir.Type) (*ir.Function, code) {
	f := m.AddFunc(m.FreshSymbol(name), m.FuncType(ret, params...))
	f.Prefix, f.IsDecl = "internal", false
	return f, code{ir.NewBuilder(f.NewBlock("entry"))}
}

func i64(n int64) ir.Value { return ir.NewInt(ir.I64, n) }

// loop runs body for k = from, from+step, ... below to.
func (c code) loop(from, to ir.Value, step int64, body func(k ir.Value)) {
	before, head, inside, behind := c.B, c.F.NewBlock("loop"), c.F.NewBlock("body"), c.F.NewBlock("behind")
	c.Br(head)
	c.AtEnd(head)
	k := c.Phi(ir.I64)
	k.AddIncoming(from, before)
	c.CondBr(c.ICmp(ir.SLT, k, to), inside, behind)
	c.AtEnd(inside)
	body(k)
	k.AddIncoming(c.Add(k, i64(step)), c.B)
	c.Br(head)
	c.AtEnd(behind)
}

// when runs body if cond holds.
func (c code) when(cond ir.Value, body func()) {
	yes, behind := c.F.NewBlock("when"), c.F.NewBlock("behind")
	c.CondBr(cond, yes, behind)
	c.AtEnd(yes)
	body()
	c.Br(behind)
	c.AtEnd(behind)
}

func (c code) less(x, y ir.Value) ir.Value { return c.Select(c.ICmp(ir.SLT, x, y), x, y) }

// typed is an address as that of a t.
func (c code) typed(p ir.Value, t *ir.Type) ir.Value {
	return c.Cast(ir.BitCast, p, c.Module().PtrTo(t))
}

// matrix is one in memory: element i, j is at p[i*row + j*col].
type matrix struct{ p, row, col ir.Value }

func (x matrix) transposed() matrix { return matrix{x.p, x.col, x.row} }

func (c code) at(t *ir.Type, x matrix, i, j ir.Value) ir.Value {
	return c.GEP(t, x.p, c.Add(c.Mul(i, x.row), c.Mul(j, x.col)))
}

// The kernel packs blocks of the first operand, which fit the first cache, as panels of a few
// rows, and holds a panel's share of four columns of the result in registers.
const (
	blockRows  = 64
	blockDepth = 128
	columns    = 4
)

// panelBytes is what of a column of a panel is in registers, as one vector: with columns of them,
// what there is room for in sixteen registers of 16 bytes, or of 32 and more.
func panelBytes(f *ir.Function) int64 {
	if features, _ := f.Attr("target-features"); strings.Contains(features, "+avx") {
		return 64
	}
	return 32
}

// kernel is the function void (rows, cols, depth, alpha, a, b, c), where c, whose columns are
// contiguous, gets alpha a b added; each matrix is its address and its two distances, c its
// address and that of its columns. It is made once a module and scalar, for the processor
// that f is compiled for.
func kernel(f *ir.Function, t *ir.Type) *ir.Function {
	m := f.Module
	name := "llad.product." + map[*ir.Type]string{ir.Double: "f64", ir.Float: "f32"}[t]
	if f := m.Func(name); f != nil {
		return f
	}
	p := m.PtrTo(t)
	fn, c := function(m, name, ir.Void, ir.I64, ir.I64, ir.I64, t, p, ir.I64, ir.I64, p, ir.I64, ir.I64, p, ir.I64)
	arg := func(k int) ir.Value { return fn.Params[k] }
	rows, cols, depth, alpha := arg(0), arg(1), arg(2), arg(3)
	high := panelBytes(f) / m.Layout.AllocSize(t)
	k := &tiles{code: c, t: t, vector: m.Types.Vector(t, high, false), high: high,
		y: matrix{arg(7), arg(8), arg(9)}, z: matrix{arg(10), i64(1), arg(11)}}
	x := matrix{arg(4), arg(5), arg(6)}
	k.panels = c.typed(c.Alloca(m.Types.Array(t, blockRows*blockDepth), nil, 64), t)
	k.rest = c.typed(c.Alloca(k.vector, nil, 64), t)
	c.loop(i64(0), depth, blockDepth, func(l0 ir.Value) {
		k.l0, k.deep = l0, c.less(i64(blockDepth), c.Sub(depth, l0))
		c.loop(i64(0), rows, blockRows, func(i0 ir.Value) {
			k.i0, k.tall = i0, c.less(i64(blockRows), c.Sub(rows, i0))
			c.loop(i64(0), k.tall, high, func(i ir.Value) {
				n := c.less(i64(high), c.Sub(k.tall, i))
				c.loop(i64(0), k.deep, 1, func(l ir.Value) {
					to := k.panel(i, l)
					c.loop(i64(0), n, 1, func(r ir.Value) {
						v := c.Load(t, c.at(t, x, c.Add(i0, c.Add(i, r)), c.Add(l0, l)), 0)
						c.Store(c.FMul(alpha, v), c.GEP(t, to, r), 0)
					})
					c.loop(n, i64(high), 1, func(r ir.Value) { c.Store(ir.Zero(t), c.GEP(t, to, r), 0) })
				})
			})
			whole := c.Binary(ir.And, cols, i64(-columns))
			c.loop(i64(0), whole, columns, func(j ir.Value) { k.column(j, columns) })
			c.loop(whole, cols, 1, func(j ir.Value) { k.column(j, 1) })
		})
	})
	c.Ret(nil)
	return fn
}

// tiles are the loops inside of a block.
type tiles struct {
	code
	t, vector  *ir.Type
	high       int64    // rows of a panel
	y, z       matrix   // the second operand, the result
	panels     ir.Value // column behind column of a panel, panel behind panel
	rest       ir.Value // room for a column of a panel
	i0, l0     ir.Value // where the block begins
	tall, deep ir.Value // how large it is
}

// panel is column l of the panel that begins in row i of the block.
func (k *tiles) panel(i, l ir.Value) ir.Value {
	return k.GEP(k.t, k.panels, k.Add(k.Mul(i, i64(blockDepth)), k.Mul(l, i64(k.high))))
}

// column adds to n columns of the result what the block gives.
func (k *tiles) column(j ir.Value, n int) {
	k.loop(i64(0), k.tall, k.high, func(i ir.Value) {
		before, head, inside, behind := k.B, k.F.NewBlock("loop"), k.F.NewBlock("body"), k.F.NewBlock("behind")
		k.Br(head)
		k.AtEnd(head)
		l := k.Phi(ir.I64)
		l.AddIncoming(i64(0), before)
		sums := make([]*ir.Instr, n)
		for q := range sums {
			sums[q] = k.Phi(k.vector)
			sums[q].AddIncoming(ir.Zero(k.vector), before)
		}
		k.CondBr(k.ICmp(ir.SLT, l, k.deep), inside, behind)
		k.AtEnd(inside)
		column := k.Load(k.vector, k.Cast(ir.BitCast, k.panel(i, l), k.Module().PtrTo(k.vector)), int(k.Module().Layout.AllocSize(k.t)))
		for q := range sums {
			v := k.Load(k.t, k.at(k.t, k.y, k.Add(k.l0, l), k.Add(j, i64(int64(q)))), 0)
			sums[q].AddIncoming(k.Intrinsic("fmuladd", k.vector, []*ir.Type{k.vector}, column, k.splat(v), sums[q]), inside)
		}
		l.AddIncoming(k.Add(l, i64(1)), inside)
		k.Br(head)
		k.AtEnd(behind)
		left := k.Sub(k.tall, i)
		full := k.ICmp(ir.SGE, left, i64(k.high))
		for q := range sums {
			to := k.at(k.t, k.z, k.Add(k.i0, i), k.Add(j, i64(int64(q))))
			k.when(full, func() { k.addTo(to, sums[q]) })
			k.when(k.ICmp(ir.SLT, left, i64(k.high)), func() {
				k.Store(sums[q], k.Cast(ir.BitCast, k.rest, k.Module().PtrTo(k.vector)), 0)
				k.loop(i64(0), left, 1, func(r ir.Value) {
					at := k.GEP(k.t, to, r)
					k.Store(k.FAdd(k.Load(k.t, at, 0), k.Load(k.t, k.GEP(k.t, k.rest, r), 0)), at, 0)
				})
			})
		}
	})
}

// addTo adds a vector to elements that follow each other, aligned as single ones are.
func (k *tiles) addTo(to, v ir.Value) {
	align := int(k.Module().Layout.AllocSize(k.t))
	p := k.Cast(ir.BitCast, to, k.Module().PtrTo(k.vector))
	k.Store(k.FAdd(k.Load(k.vector, p, align), v), p, align)
}

func (k *tiles) splat(v ir.Value) ir.Value {
	all := ir.Value(ir.Undef(k.vector))
	for q := range k.high {
		all = k.InsertElement(all, v, ir.NewInt(ir.I32, q))
	}
	return all
}
