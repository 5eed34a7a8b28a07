package products

import (
	"strconv"

	"github.com/llad-ad/llad/ir"
)

// product is Eigen::internal::general_matrix_matrix_product<...>::run, res += alpha lhs rhs,
// of rows x depth and depth x cols; or general_matrix_matrix_triangular_product<...>::run, the
// same for one half of a square result; or product_triangular_matrix_matrix<...>::run, with an
// operand of which a triangle counts. The latter two have alpha behind an address.
type product struct {
	base
	lhsRows, rhsRows     bool // stored row by row
	part                 half // what is computed
	tri                  half // what counts of an operand, lhs if left
	left, ones           bool // ones for the diagonal of that
	lhs, rhs, res, alpha int  // the parameters
	lhsStride, rhsStride int
	resStride, resIncr   int // resIncr is -1 where Eigen, 3.3, has none
	colsAt, depthAt      int
}

func makeProduct(b base, groups []string) routine {
	if groups[1] != map[*ir.Type]string{ir.Double: "d", ir.Float: "f"}[b.scalar] {
		return nil
	}
	p := &product{base: b, lhsRows: groups[0] == "1", rhsRows: groups[2] == "1"}
	if len(groups) > 3 {
		p.part = half{lower: groups[3] == "1", upper: groups[3] == "2"}
	}
	return p
}

func makeTriangular(b base, groups []string) routine {
	mode, err := strconv.Atoi(groups[0])
	if err != nil {
		return nil
	}
	const lower, upper, unit, none = 1, 2, 4, 8
	p := &product{base: b, left: groups[1] == "1", lhsRows: groups[2] == "1", rhsRows: groups[3] == "1", ones: mode&unit != 0}
	p.tri = half{lower: mode&lower != 0, upper: mode&upper != 0, unit: mode&(unit|none) != 0}
	if p.tri.lower == p.tri.upper {
		return nil
	}
	return p
}

// byRef is whether alpha is behind an address.
func (p *product) byRef() bool { return p.part != half{} || p.tri != half{} }

func (p *product) fits(kinds string) bool {
	at := 3
	p.colsAt, p.depthAt = 1, 2
	if p.part != (half{}) {
		at = 2
		p.colsAt, p.depthAt = 0, 1
	}
	p.lhs, p.lhsStride, p.rhs, p.rhsStride, p.res = at, at+1, at+2, at+3, at+4
	p.resIncr, p.resStride, p.alpha = at+5, at+6, at+7
	switch kinds {
	case "iiipipipiispp", "iiipipipiipp", "iipipipiipp":
	case "iiipipipispp", "iiipipipipp", "iipipipipp":
		p.resIncr, p.resStride, p.alpha = -1, at+5, at+6
	default:
		return false
	}
	return p.fn.Typ.Fields[p.alpha].IsPtr() == p.byRef()
}

func (p *product) moves() (reads, writes []int) {
	return []int{p.lhs, p.rhs, p.alpha}, []int{p.res}
}

func (p *product) derive() (augment, gradient, tangent *ir.Function) {
	return p.augment(), p.gradient(), p.tangent()
}

func (p *product) sizes(t *taken) (rows, cols, depth ir.Value) {
	return t.args[0], t.args[p.colsAt], t.args[p.depthAt]
}

// factor is alpha.
func (p *product) factor(t *taken) ir.Value {
	if !p.byRef() {
		return t.args[p.alpha]
	}
	return t.Load(p.scalar, t.typed(t.args[p.alpha], p.scalar), 0)
}

// kept are the copies of the operands, line behind line, and alpha behind them.
func (p *product) kept(t *taken, block ir.Value) (lhs, rhs matrix, alpha ir.Value) {
	rows, cols, depth := p.sizes(t)
	lines := func(at ir.Value, byRows bool, rows, cols ir.Value) matrix {
		if byRows {
			return stored(at, cols, true)
		}
		return stored(at, rows, false)
	}
	first := t.typed(block, p.scalar)
	second := t.GEP(p.scalar, first, t.Mul(rows, depth))
	return lines(first, p.lhsRows, rows, depth), lines(second, p.rhsRows, depth, cols), t.GEP(p.scalar, second, t.Mul(depth, cols))
}

func (p *product) augment() *ir.Function {
	f, t := p.take("augment", p.fn.Module.Ptr(), false)
	rows, cols, depth := p.sizes(t)
	elements := t.Add(t.Add(t.Mul(rows, depth), t.Mul(depth, cols)), i64(1))
	block := t.memory(t.Select(t.active(p.res), t.Mul(elements, t.size()), i64(0)))
	t.when(t.active(p.res), func() {
		lhs, rhs, alpha := p.kept(t, block)
		p.keep(t, lhs, true, rows, depth)
		p.keep(t, rhs, false, depth, cols)
		t.Store(p.factor(t), alpha, 0)
	})
	t.CallFunc(p.fn, t.args...)
	t.Ret(block)
	return f
}

// triangular is whether only a triangle of an operand counts.
func (p *product) triangular(left bool) bool { return p.tri != half{} && p.left == left }

// keep copies an operand, with zeros, and ones, where a triangle has them.
func (p *product) keep(t *taken, to matrix, left bool, rows, cols ir.Value) {
	k, stride, byRows := p.rhs, p.rhsStride, p.rhsRows
	if left {
		k, stride, byRows = p.lhs, p.lhsStride, p.lhsRows
	}
	if !p.triangular(left) {
		t.lines(to, k, stride, byRows, rows, cols)
		return
	}
	t.copy(to, stored(t.typed(t.args[k], p.scalar), t.args[stride], byRows), rows, cols, p.tri)
	if p.ones {
		t.loop(i64(0), t.less(rows, cols), 1, func(i ir.Value) { t.Store(ir.NewFloat(p.scalar, 1), t.at(p.scalar, to, i, i), 0) })
	}
}

// scaledProduct is alpha x y, where x is of rows x depth and y of depth x cols.
type scaledProduct struct {
	rows, cols, depth, alpha ir.Value
	x, y                     matrix
}

// addTo adds a product to the shadow of an operand.
func (p *product) addTo(t *taken, left bool, s scaledProduct) {
	shadow := t.shadow(p.rhs, p.rhsStride, p.rhsRows)
	if left {
		shadow = t.shadow(p.lhs, p.lhsStride, p.lhsRows)
	}
	if !p.triangular(left) {
		t.product(s.rows, s.cols, s.depth, s.alpha, s.x, s.y, shadow)
		return
	}
	room, all := t.room(s.rows, s.cols)
	t.product(s.rows, s.cols, s.depth, s.alpha, s.x, s.y, all)
	t.loop(i64(0), s.cols, 1, func(j ir.Value) {
		first, end := p.tri.rows(t.code, j, s.rows)
		t.loop(first, end, 1, func(i ir.Value) {
			to := t.at(p.scalar, shadow, i, j)
			t.Store(t.FAdd(t.Load(p.scalar, to, 0), t.Load(p.scalar, t.at(p.scalar, all, i, j), 0)), to, 0)
		})
	})
	t.free(room)
}

// gradient: with C += alpha A B, dA += alpha dC B', dB += alpha A' dC, dalpha += sum of dC (A B)
// by elements; dC stays what it is.
func (p *product) gradient() *ir.Function {
	m := p.fn.Module
	ret := ir.Void
	if !p.byRef() {
		ret = p.scalar
	}
	f, t := p.take("gradient", ret, false, m.Ptr())
	sum := t.Alloca(p.scalar, nil, 0)
	t.Store(ir.Zero(p.scalar), sum, 0)
	rows, cols, depth := p.sizes(t)
	t.when(t.active(p.res), func() {
		lhs, rhs, at := p.kept(t, t.rest[0])
		alpha := t.Load(p.scalar, at, 0)
		incr := i64(1)
		if p.resIncr >= 0 {
			incr = t.args[p.resIncr]
		}
		dres := matrix{t.typed(t.shadows[p.res], p.scalar), incr, t.args[p.resStride]}
		var masked ir.Value
		if p.part != (half{}) {
			var x matrix
			masked, x = t.room(rows, cols)
			t.copy(x, dres, rows, cols, p.part)
			dres = x
		}
		t.when(t.active(p.lhs), func() {
			p.addTo(t, true, scaledProduct{rows, depth, cols, alpha, dres, rhs.transposed()})
		})
		t.when(t.active(p.rhs), func() {
			p.addTo(t, false, scaledProduct{depth, cols, rows, alpha, lhs.transposed(), dres})
		})
		t.when(t.active(p.alpha), func() {
			room, all := t.room(rows, cols)
			t.product(rows, cols, depth, ir.NewFloat(p.scalar, 1), lhs, rhs, all)
			t.loop(i64(0), cols, 1, func(j ir.Value) {
				t.loop(i64(0), rows, 1, func(i ir.Value) {
					v := t.FMul(t.Load(p.scalar, t.at(p.scalar, all, i, j), 0), t.Load(p.scalar, t.at(p.scalar, dres, i, j), 0))
					t.Store(t.FAdd(t.Load(p.scalar, sum, 0), v), sum, 0)
				})
			})
			if p.byRef() {
				to := t.typed(t.shadows[p.alpha], p.scalar)
				t.Store(t.FAdd(t.Load(p.scalar, to, 0), t.Load(p.scalar, sum, 0)), to, 0)
			}
			t.free(room)
		})
		if masked != nil {
			t.free(masked)
		}
	})
	t.free(t.rest[0])
	if p.byRef() {
		t.Ret(nil)
	} else {
		t.Ret(t.Load(p.scalar, sum, 0))
	}
	return f
}

// tangent: dC += alpha dA B + alpha A dB + dalpha A B, by the routine itself, but where that
// would take the diagonal of a triangle's tangent for ones too.
func (p *product) tangent() *ir.Function {
	f, t := p.take("tangent", ir.Void, true)
	t.when(t.active(p.res), func() {
		for _, k := range []int{p.lhs, p.rhs, p.alpha} {
			t.when(t.active(k), func() {
				if p.ones && (k == p.lhs && p.left || k == p.rhs && !p.left) {
					p.triangleTangent(t)
					return
				}
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

// triangleTangent adds what the tangent of the triangle gives, which has zeros for a diagonal.
func (p *product) triangleTangent(t *taken) {
	rows, cols, depth := p.sizes(t)
	lhs := stored(t.typed(t.args[p.lhs], p.scalar), t.args[p.lhsStride], p.lhsRows)
	rhs := stored(t.typed(t.args[p.rhs], p.scalar), t.args[p.rhsStride], p.rhsRows)
	to := t.shadow(p.res, p.resStride, false)
	var room ir.Value
	if p.left {
		room, lhs = t.room(rows, depth)
		t.copy(lhs, t.shadow(p.lhs, p.lhsStride, p.lhsRows), rows, depth, p.tri)
	} else {
		room, rhs = t.room(depth, cols)
		t.copy(rhs, t.shadow(p.rhs, p.rhsStride, p.rhsRows), depth, cols, p.tri)
	}
	t.product(rows, cols, depth, p.factor(t), lhs, rhs, to)
	t.free(room)
}
