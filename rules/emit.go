package rules

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// emitter turns one expression into IR at the builder's place.
// operands are the values that an expression names.
type operands struct {
	arg    func(int) ir.Value
	result func(int) ir.Value // of the Outs, or of the plain result
	out    int                // the Out that r is
	d      ir.Value
}

type emitter struct {
	operands
	b      *ir.Builder
	instr  *ir.Instr           // the primal
	typ    *ir.Type            // of the partial
	divide ir.Flags            // what divisions may do beside
	known  map[string]ir.Value // functions of operand 0 that need not be called
	done   map[string]ir.Value // equal subexpressions are computed once
}

// emit writes e with the fast-math flags of the primal; the builder's say
// whether products and sums may be contracted, and whether quotients may be
// products with reciprocals.
func emit(b *ir.Builder, i *ir.Instr, e *expr, arg, value func(int) ir.Value, out int, d ir.Value) ir.Value {
	return emitKnown(b, i, e, nil, operands{arg, value, out, d})
}

// emitKnown is emit where known gives the values of functions of operand 0.
func emitKnown(b *ir.Builder, i *ir.Instr, e *expr, known map[string]ir.Value, of operands) ir.Value {
	saved := b.Flags
	defer func() { b.Flags = saved }()
	b.Flags = i.Flags&ir.FastMath | saved&ir.FMFContract
	if i.IsCall() {
		b.Flags &^= ir.FMFNNaN | ir.FMFNInf
	}
	m := &emitter{operands: of, b: b, instr: i, typ: of.d.Type(), divide: saved & ir.FMFARcp,
		done: map[string]ir.Value{}, known: known}
	return m.value(e, m.typ)
}

// value computes e; want is the type that a literal takes.
func (m *emitter) value(e *expr, want *ir.Type) ir.Value {
	key := e.key
	if e.kind == numberExpr {
		key += want.String()
	}
	if v, ok := m.done[key]; ok {
		return v
	}
	v := m.compute(e, want)
	m.done[key] = v
	return v
}

func (m *emitter) compute(e *expr, want *ir.Type) ir.Value {
	switch e.kind {
	case numberExpr:
		return number(want, e.text)
	case inputExpr:
		return m.d
	case resultExpr:
		if e.text != "" {
			return m.result(int(e.text[0] - '0'))
		}
		return m.result(m.out)
	case argExpr:
		return m.arg(e.index)
	case negExpr:
		return m.neg(m.value(e.kids[0], want))
	case arithExpr:
		x, y := m.pair(e, want)
		return m.arith(e.text, x, y)
	case cmpExpr:
		x, y := m.pair(e, m.typ)
		return m.compare(e.text, x, y)
	case boolExpr:
		return m.boolean(e, want)
	case selectExpr:
		c := m.value(e.kids[0], want)
		if v, ok := ir.IntValue(c); ok {
			if v != 0 {
				return m.value(e.kids[1], want)
			}
			return m.value(e.kids[2], want)
		}
		return m.b.Select(c, m.value(e.kids[1], want), m.value(e.kids[2], want))
	}
	return m.callExpr(e, want)
}

// pair computes the two sides of an operator; a literal takes the other
// side's type.
func (m *emitter) pair(e *expr, want *ir.Type) (x, y ir.Value) {
	if e.kids[0].kind == numberExpr {
		y = m.value(e.kids[1], want)
		return m.value(e.kids[0], y.Type()), y
	}
	x = m.value(e.kids[0], want)
	return x, m.value(e.kids[1], x.Type())
}

func (m *emitter) neg(x ir.Value) ir.Value {
	if !x.Type().IsFP() {
		return m.b.Sub(ir.Zero(x.Type()), x)
	}
	if c, ok := ir.FloatValue(x); ok {
		return ir.NewFloat(x.Type(), -c)
	}
	return m.b.FNeg(x)
}

func (m *emitter) arith(op string, x, y ir.Value) ir.Value {
	if !x.Type().IsFP() {
		switch op {
		case "+":
			return m.b.Add(x, y)
		case "-":
			return m.b.Sub(x, y)
		}
		return m.b.Mul(x, y)
	}
	// Constants fold where the type's arithmetic is that of Go: the pieces of
	// a constant exponent, not the digits of a longer type.
	if k := x.Type().Scalar().Kind; k == ir.DoubleKind || k == ir.FloatKind {
		if v, ok := foldFloat(op, x, y); ok {
			return ir.NewFloat(x.Type(), v)
		}
	}
	switch op {
	case "+":
		return m.b.FAdd(x, y)
	case "-":
		return m.b.FSub(x, y)
	case "*":
		return m.b.FMul(x, y)
	}
	if m.divide != 0 {
		if v := m.quotient(x, y); v != nil {
			return v
		}
	}
	saved := m.b.Flags
	defer func() { m.b.Flags = saved }()
	m.b.Flags |= m.divide
	return m.b.FDiv(x, y)
}

func foldFloat(op string, x, y ir.Value) (float64, bool) {
	a, aok := ir.FloatValue(x)
	c, cok := ir.FloatValue(y)
	if !aok || !cok {
		return 0, false
	}
	switch op {
	case "+":
		return a + c, true
	case "-":
		return a - c, true
	case "*":
		return a * c, true
	}
	return a / c, true
}

var fpPreds = map[string]ir.Pred{"<": ir.OLT, "<=": ir.OLE, ">": ir.OGT, ">=": ir.OGE, "==": ir.OEQ, "!=": ir.UNE}
var intPreds = map[string]ir.Pred{"<": ir.SLT, "<=": ir.SLE, ">": ir.SGT, ">=": ir.SGE, "==": ir.EQ, "!=": ir.NE}

func (m *emitter) compare(op string, x, y ir.Value) ir.Value {
	if x.Type().IsFP() {
		a, aok := ir.FloatValue(x)
		c, cok := ir.FloatValue(y)
		if aok && cok {
			return ir.NewBool(order(op, a < c, a == c, a > c))
		}
		return m.b.FCmp(fpPreds[op], x, y)
	}
	a, aok := ir.IntValue(x)
	c, cok := ir.IntValue(y)
	if aok && cok {
		return ir.NewBool(order(op, a < c, a == c, a > c))
	}
	return m.b.ICmp(intPreds[op], x, y)
}

func order(op string, less, equal, greater bool) bool {
	switch op {
	case "<":
		return less
	case "<=":
		return less || equal
	case ">":
		return greater
	case ">=":
		return greater || equal
	case "==":
		return equal
	}
	return !equal
}

// boolean computes both sides of & or |, unless one is constant.
func (m *emitter) boolean(e *expr, want *ir.Type) ir.Value {
	x := m.value(e.kids[0], want)
	if v, ok := ir.IntValue(x); ok {
		if (v != 0) == (e.text == "&") {
			return m.value(e.kids[1], want)
		}
		return x
	}
	y := m.value(e.kids[1], want)
	if v, ok := ir.IntValue(y); ok {
		if (v != 0) == (e.text == "&") {
			return x
		}
		return y
	}
	if e.text == "&" {
		return m.b.Binary(ir.And, x, y)
	}
	return m.b.Binary(ir.Or, x, y)
}

func (m *emitter) callExpr(e *expr, want *ir.Type) ir.Value {
	if v := m.known[e.text]; v != nil && e.ofFirst() {
		return v
	}
	switch e.text {
	case "isnan":
		x := m.value(e.kids[0], want)
		if c, ok := ir.FloatValue(x); ok {
			return ir.NewBool(c != c)
		}
		if m.instr.Flags&ir.FMFNNaN != 0 {
			return ir.NewBool(false)
		}
		return m.b.FCmp(ir.UNO, x, x)
	case "fp":
		return m.fromInt(m.value(e.kids[0], want), want)
	case "conv":
		to := m.instr.Typ
		if m.d.Type() == to {
			to = m.instr.Arg(0).Type()
		}
		return m.convert(m.value(e.kids[0], m.d.Type()), to)
	case "self":
		return m.self(m.kids(e))
	case "jn", "yn":
		n := m.value(e.kids[0], ir.I32)
		return m.call(e.text, n, m.value(e.kids[1], want))
	}
	return m.call(e.text, m.kids(e)...)
}

func (m *emitter) kids(e *expr) []ir.Value {
	args := make([]ir.Value, len(e.kids))
	for k, x := range e.kids {
		args[k] = m.value(x, m.typ)
	}
	return args
}

// fromInt converts an integer (of a vector operation possibly a scalar one) to
// type t.
func (m *emitter) fromInt(n ir.Value, t *ir.Type) ir.Value {
	if v, ok := ir.IntValue(n); ok && int64(float32(v)) == v {
		return ir.NewFloat(t, float64(v))
	}
	if t.IsVector() && !n.Type().IsVector() {
		return m.splat(m.b.Cast(ir.SIToFP, n, t.Elem), t)
	}
	return m.b.Cast(ir.SIToFP, n, t)
}

// splat is the vector of type t with x in every place.
func (m *emitter) splat(x ir.Value, t *ir.Type) ir.Value {
	one := m.b.InsertElement(ir.Poison(t), x, ir.NewInt(ir.I32, 0))
	mask := ir.Zero(m.b.Module().Types.Vector(ir.I32, t.Len, t.Scalable))
	return m.b.Insert(ir.NewInstr(ir.ShuffleVector, t, one, ir.Poison(t), mask))
}

// self calls the primal's callee with other arguments; what stands behind
// them (rounding modes) stays.
func (m *emitter) self(args []ir.Value) ir.Value {
	p := m.instr
	all := append(append([]ir.Value(nil), args...), p.CallArgs()[len(args):]...)
	i := m.b.Call(p.FnType(), p.Callee(), all...)
	i.X.CC, i.X.RetAttrs, i.X.ArgAttrs = p.X.CC, p.X.RetAttrs, p.X.ArgAttrs
	i.X.FnAttrs = pureCall
	if strings.HasPrefix(p.CalledFunc().Name, "llvm.") {
		i.X.FnAttrs = p.X.FnAttrs
	}
	i.Flags = callFlags(m.b, p)
	return i
}
