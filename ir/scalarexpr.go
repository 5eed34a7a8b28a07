package ir

// expr is an integer expression over values that do not change in a loop. It
// exists before any code does, so that a count can be reasoned about first and
// emitted only when somebody wants it. Arithmetic is modulo 2^width.
type expr struct {
	op    Op    // BadOp: a constant or a leaf
	pred  Pred  // ICmp, whose width is 1
	width int   // 1 to 64
	val   int64 // constant, sign-extended
	leaf  Value // nil for a constant; a pointer counts as its address
	args  []*expr
}

func signExtend(v int64, width int) int64 {
	s := 64 - uint(width)
	return v << s >> s
}

func exprInt(width int, v int64) *expr { return &expr{width: width, val: signExtend(v, width)} }

func exprLeaf(v Value, width int) *expr { return &expr{width: width, leaf: v} }

// isInt gives the value of a constant expression.
func (e *expr) isInt() (int64, bool) { return e.val, e.op == BadOp && e.leaf == nil }

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
func exprBin(op Op, a, b *expr) *expr {
	x, ok := a.isInt()
	y, ok2 := b.isInt()
	if ok && ok2 {
		switch op {
		case Add:
			return exprInt(a.width, x+y)
		case Sub:
			return exprInt(a.width, x-y)
		case Mul:
			return exprInt(a.width, x*y)
		case And:
			return exprInt(a.width, x&y)
		case Or:
			return exprInt(a.width, x|y)
		case Xor:
			return exprInt(a.width, x^y)
		case UDiv:
			if u := b.unsigned(); u != 0 {
				return exprInt(a.width, int64(a.unsigned()/u))
			}
		case LShr:
			if u := b.unsigned(); u < uint64(a.width) {
				return exprInt(a.width, int64(a.unsigned()>>u))
			}
		case Shl:
			if u := b.unsigned(); u < uint64(a.width) {
				return exprInt(a.width, x<<u)
			}
		}
	}
	switch {
	case op == Add && b.is(0), op == Sub && b.is(0), op == UDiv && b.is(1) && a.width > 1, op == LShr && b.is(0), op == Mul && b.is(1) && a.width > 1:
		return a
	case op == Add && a.is(0), op == Mul && a.is(1) && a.width > 1:
		return b
	case op == Sub && sameExpr(a, b):
		return exprInt(a.width, 0)
	}
	if op == Mul && (a.is(0) || b.is(0)) {
		return exprInt(a.width, 0)
	}
	// (x + c) - x, x - (x + c), (x + c) + d
	if op == Sub && ok2 {
		return exprBin(Add, a, exprInt(a.width, -y))
	}
	if op == Add && ok2 && a.op == Add {
		if c, isC := a.args[1].isInt(); isC {
			return exprBin(Add, a.args[0], exprInt(a.width, c+y))
		}
	}
	if op == Add && ok {
		return exprBin(Add, b, a)
	}
	if op == Sub {
		if a.op == Add && sameExpr(a.args[0], b) {
			return a.args[1]
		}
		if b.op == Add && sameExpr(b.args[0], a) {
			return exprBin(Sub, exprInt(a.width, 0), b.args[1])
		}
	}
	return &expr{op: op, width: a.width, args: []*expr{a, b}}
}

func exprCast(op Op, a *expr, width int) *expr {
	if a.width == width {
		return a
	}
	if v, ok := a.isInt(); ok {
		if op == ZExt {
			return exprInt(width, int64(a.unsigned()))
		}
		return exprInt(width, v)
	}
	if op == Trunc && (a.op == ZExt || a.op == SExt) {
		switch in := a.args[0]; {
		case in.width == width:
			return in
		case in.width > width:
			return exprCast(Trunc, in, width)
		}
	}
	return &expr{op: op, width: width, args: []*expr{a}}
}

func exprCmp(p Pred, a, b *expr) *expr {
	_, ok := a.isInt()
	_, ok2 := b.isInt()
	if ok && ok2 {
		if evalPred(p, a, b) {
			return exprInt(1, -1)
		}
		return exprInt(1, 0)
	}
	return &expr{op: ICmp, pred: p, width: 1, args: []*expr{a, b}}
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
	return &expr{op: Select, width: a.width, args: []*expr{c, a, b}}
}

func evalPred(p Pred, a, b *expr) bool {
	switch p {
	case EQ:
		return a.val == b.val
	case NE:
		return a.val != b.val
	case UGT:
		return a.unsigned() > b.unsigned()
	case UGE:
		return a.unsigned() >= b.unsigned()
	case ULT:
		return a.unsigned() < b.unsigned()
	case ULE:
		return a.unsigned() <= b.unsigned()
	case SGT:
		return a.val > b.val
	case SGE:
		return a.val >= b.val
	case SLT:
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
		if a.op == Add && k == 0 || a.op == BadOp || len(a.args) == 1 {
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
	b    *Builder
	done map[*expr]Value
}

func (m *emitter) emit(e *expr) Value {
	if v, ok := m.done[e]; ok {
		return v
	}
	v := m.make(e)
	m.done[e] = v
	return v
}

func (m *emitter) make(e *expr) Value {
	t := m.b.Module().Types.Int(e.width)
	if e.op == BadOp {
		switch {
		case e.leaf == nil:
			return NewInt(t, e.val)
		case e.leaf.Type().IsPtr():
			return m.b.Cast(PtrToInt, e.leaf, t)
		}
		return e.leaf
	}
	args := make([]Value, len(e.args))
	for k, a := range e.args {
		args[k] = m.emit(a)
	}
	switch {
	case e.op == ICmp:
		return m.b.ICmp(e.pred, args[0], args[1])
	case e.op == Select:
		return m.b.Select(args[0], args[1], args[2])
	case e.op.IsCast():
		return m.b.Cast(e.op, args[0], t)
	}
	return m.b.Binary(e.op, args[0], args[1])
}
