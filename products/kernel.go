package products

import "github.com/llad-ad/llad/ir"

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

// The kernel takes blocks of the first operand, packed, which fit the first cache, and adds
// eight of its columns at a time to one of the result: that leaves one load and one store of
// the result to eight products, in a loop without dependences.
const (
	blockRows  = 64
	blockDepth = 64
	together   = 8
)

// kernel is the function void (rows, cols, depth, alpha, a, b, c), where c, whose columns are
// contiguous, gets alpha a b added; each matrix is its address and its two distances, c its
// address and that of its columns. It is made once a module and scalar.
func kernel(m *ir.Module, t *ir.Type) *ir.Function {
	name := "llad.product." + map[*ir.Type]string{ir.Double: "f64", ir.Float: "f32"}[t]
	if f := m.Func(name); f != nil {
		return f
	}
	p := m.PtrTo(t)
	f, c := function(m, name, ir.Void, ir.I64, ir.I64, ir.I64, t, p, ir.I64, ir.I64, p, ir.I64, ir.I64, p, ir.I64)
	arg := func(k int) ir.Value { return f.Params[k] }
	rows, cols, depth, alpha := arg(0), arg(1), arg(2), arg(3)
	x, y, z := matrix{arg(4), arg(5), arg(6)}, matrix{arg(7), arg(8), arg(9)}, matrix{arg(10), i64(1), arg(11)}
	panel := matrix{c.typed(c.Alloca(m.Types.Array(t, blockRows*blockDepth), nil, 64), t), i64(1), i64(blockRows)}
	c.loop(i64(0), depth, blockDepth, func(l0 ir.Value) {
		d := c.less(i64(blockDepth), c.Sub(depth, l0))
		whole := c.Binary(ir.And, d, i64(-together))
		c.loop(i64(0), rows, blockRows, func(i0 ir.Value) {
			r := c.less(i64(blockRows), c.Sub(rows, i0))
			c.loop(i64(0), d, 1, func(l ir.Value) {
				c.loop(i64(0), r, 1, func(i ir.Value) {
					v := c.Load(t, c.at(t, x, c.Add(i0, i), c.Add(l0, l)), 0)
					c.Store(c.FMul(alpha, v), c.at(t, panel, i, l), 0)
				})
			})
			c.loop(i64(0), cols, 1, func(j ir.Value) {
				add := func(n int64) func(l ir.Value) {
					return func(l ir.Value) {
						var factors []ir.Value
						for q := range n {
							factors = append(factors, c.Load(t, c.at(t, y, c.Add(l0, c.Add(l, i64(q))), j), 0))
						}
						c.loop(i64(0), r, 1, func(i ir.Value) {
							to := c.at(t, z, c.Add(i0, i), j)
							sum := ir.Value(c.Load(t, to, 0))
							for q, v := range factors {
								e := c.Load(t, c.at(t, panel, i, c.Add(l, i64(int64(q)))), 0)
								sum = c.Intrinsic("fmuladd", t, []*ir.Type{t}, e, v, sum)
							}
							c.Store(sum, to, 0)
						})
					}
				}
				c.loop(i64(0), whole, together, add(together))
				c.loop(whole, d, 1, add(1))
			})
		})
	})
	c.Ret(nil)
	return f
}
