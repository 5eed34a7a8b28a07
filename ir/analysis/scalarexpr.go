package analysis

import "github.com/llad-ad/llad/ir"

// expr is an integer expression over values that do not change in a loop. It
// exists before any code does, so that a count can be reasoned about first and
// emitted only when somebody wants it. Arithmetic is modulo 2^width.
type expr struct {
	op    ir.Op    // BadOp: a constant or a leaf
	pred  ir.Pred  // ICmp, whose width is 1
	width int      // 1 to 64
	val   int64    // constant, sign-extended
	leaf  ir.Value // nil for a constant; a pointer counts as its address
	args  []*expr
}

func signExtend(v int64, width int) int64 {
	s := 64 - uint(width)
	return v << s >> s
}

func exprInt(width int, v int64) *expr { return &expr{width: width, val: signExtend(v, width)} }

func exprLeaf(v ir.Value, width int) *expr { return &expr{width: width, leaf: v} }

// isInt gives the value of a constant expression.
func (e *expr) isInt() (int64, bool) { return e.val, e.op == ir.BadOp && e.leaf == nil }

func (e *expr) unsigned() uint64 {
	if e.width == 64 {
		return uint64(e.val)
	}
	return uint64(e.val) & (1<<uint(e.width) - 1)
}

func (e *expr) is(v int64) bool {
	c, ok := e.isInt()
	return ok && c == signExtend(v, e.width)
}

// exprBin makes a binary expression, folded when its operands are constants or
// it does nothing. Division is by constants other than 0 and -1 only, or by
// what is not zero by construction.
func exprBin(op ir.Op, a, b *expr) *expr {
	x, ok := a.isInt()
	y, ok2 := b.isInt()
	if ok && ok2 {
		switch op {
		case ir.Add:
			return exprInt(a.width, x+y)
		case ir.Sub:
			return exprInt(a.width, x-y)
		case ir.Mul:
			return exprInt(a.width, x*y)
		case ir.And:
			return exprInt(a.width, x&y)
		case ir.Or:
			return exprInt(a.width, x|y)
		case ir.Xor:
			return exprInt(a.width, x^y)
		case ir.UDiv:
			if u := b.unsigned(); u != 0 {
				return exprInt(a.width, int64(a.unsigned()/u))
			}
		case ir.LShr:
			if u := b.unsigned(); u < uint64(a.width) {
				return exprInt(a.width, int64(a.unsigned()>>u))
			}
		case ir.Shl:
			if u := b.unsigned(); u < uint64(a.width) {
				return exprInt(a.width, x<<u)
			}
		}
	}
	switch {
	case op == ir.Add && b.is(0), op == ir.Sub && b.is(0), op == ir.UDiv && b.is(1) && a.width > 1, op == ir.LShr && b.is(0), op == ir.Mul && b.is(1) && a.width > 1:
		return a
	case op == ir.Add && a.is(0), op == ir.Mul && a.is(1) && a.width > 1:
		return b
	case op == ir.Sub && sameExpr(a, b):
		return exprInt(a.width, 0)
	}
	if op == ir.Mul && (a.is(0) || b.is(0)) {
		return exprInt(a.width, 0)
	}
	// (x + c) - x, x - (x + c), (x + c) + d
	if op == ir.Sub && ok2 {
		return exprBin(ir.Add, a, exprInt(a.width, -y))
	}
	if op == ir.Add && ok2 && a.op == ir.Add {
		if c, isC := a.args[1].isInt(); isC {
			return exprBin(ir.Add, a.args[0], exprInt(a.width, c+y))
		}
	}
	if op == ir.Add && ok {
		return exprBin(ir.Add, b, a)
	}
	if op == ir.Sub {
		if a.op == ir.Add && sameExpr(a.args[0], b) {
			return a.args[1]
		}
		if b.op == ir.Add && sameExpr(b.args[0], a) {
			return exprBin(ir.Sub, exprInt(a.width, 0), b.args[1])
		}
	}
	return &expr{op: op, width: a.width, args: []*expr{a, b}}
}

func exprCast(op ir.Op, a *expr, width int) *expr {
	if a.width == width {
		return a
	}
	if v, ok := a.isInt(); ok {
		if op == ir.ZExt {
			return exprInt(width, int64(a.unsigned()))
		}
		return exprInt(width, v)
	}
	if op == ir.Trunc && (a.op == ir.ZExt || a.op == ir.SExt) {
		switch in := a.args[0]; {
		case in.width == width:
			return in
		case in.width > width:
			return exprCast(ir.Trunc, in, width)
		}
	}
	return &expr{op: op, width: width, args: []*expr{a}}
}

func exprCmp(p ir.Pred, a, b *expr) *expr {
	_, ok := a.isInt()
	_, ok2 := b.isInt()
	if ok && ok2 {
		if evalPred(p, a, b) {
			return exprInt(1, -1)
		}
		return exprInt(1, 0)
	}
	return &expr{op: ir.ICmp, pred: p, width: 1, args: []*expr{a, b}}
}

func exprSelect(c, a, b *expr) *expr {
	if v, ok := c.isInt(); ok {
		if v != 0 {
			return a
		}
		return b
	}
	if sameExpr(a, b) {
		return a
	}
	return &expr{op: ir.Select, width: a.width, args: []*expr{c, a, b}}
}

func evalPred(p ir.Pred, a, b *expr) bool {
	switch p {
	case ir.EQ:
		return a.val == b.val
	case ir.NE:
		return a.val != b.val
	case ir.UGT:
		return a.unsigned() > b.unsigned()
	case ir.UGE:
		return a.unsigned() >= b.unsigned()
	case ir.ULT:
		return a.unsigned() < b.unsigned()
	case ir.ULE:
		return a.unsigned() <= b.unsigned()
	case ir.SGT:
		return a.val > b.val
	case ir.SGE:
		return a.val >= b.val
	case ir.SLT:
		return a.val < b.val
	}
	return a.val <= b.val
}

func sameExpr(a, b *expr) bool {
	if a == b {
		return true
	}
	if a.op != b.op || a.pred != b.pred || a.width != b.width || a.val != b.val || a.leaf != b.leaf {
		return false
	}
	for k := range a.args {
		if a.op == ir.Add && k == 0 || a.op == ir.BadOp || len(a.args) == 1 {
			if !sameExpr(a.args[k], b.args[k]) {
				return false
			}
			continue
		}
		// Deep trees are compared by identity, which keeps this linear.
		if x, ok := a.args[k].isInt(); ok {
			if y, ok2 := b.args[k].isInt(); !ok2 || x != y {
				return false
			}
		} else if a.args[k] != b.args[k] && !(a.args[k].leaf != nil && a.args[k].leaf == b.args[k].leaf) {
			return false
		}
	}
	return true
}

// emitter writes an expression as code; shared parts are written once.
type emitter struct {
	b    *ir.Builder
	done map[*expr]ir.Value
}

func (m *emitter) emit(e *expr) ir.Value {
	if v, ok := m.done[e]; ok {
		return v
	}
	v := m.make(e)
	m.done[e] = v
	return v
}

func (m *emitter) make(e *expr) ir.Value {
	t := m.b.Module().Types.Int(e.width)
	if e.op == ir.BadOp {
		switch {
		case e.leaf == nil:
			return ir.NewInt(t, e.val)
		case e.leaf.Type().IsPtr():
			return m.b.Cast(ir.PtrToInt, e.leaf, t)
		}
		return e.leaf
	}
	args := make([]ir.Value, len(e.args))
	for k, a := range e.args {
		args[k] = m.emit(a)
	}
	switch {
	case e.op == ir.ICmp:
		return m.b.ICmp(e.pred, args[0], args[1])
	case e.op == ir.Select:
		return m.b.Select(args[0], args[1], args[2])
	case e.op.IsCast():
		return m.b.Cast(e.op, args[0], t)
	}
	return m.b.Binary(e.op, args[0], args[1])
}
