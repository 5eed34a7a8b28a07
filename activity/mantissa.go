package activity

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file follows the mantissas of active floats through integers.

// checkCounted refuses the bits of an active float that are taken for a number, or a number
// that is computed from them, as fast logarithms and products in software do: they grow with
// the float, which no rule says.
func (a *Info) checkCounted(i *ir.Instr) {
	if a.Counted(i) != nil && a.env.tellsWords() {
		return // see findAsNumbers
	}
	if a.usefulFloat(i) && a.growsWith(i.Arg(0)) {
		a.refuseBits(i)
		return
	}
	a.noteHalves(i)
}

// isCounted reports whether i converts a number to a float, in whatever rounding mode.
func isCounted(i *ir.Instr) bool {
	if f := i.CalledFunc(); f != nil {
		return strings.HasPrefix(f.Name, "llvm.experimental.constrained.sitofp.") || strings.HasPrefix(f.Name, "llvm.experimental.constrained.uitofp.")
	}
	return i.Op == ir.SIToFP || i.Op == ir.UIToFP
}

// countedIn reports whether a float is computed from a number that grows with the bits of an
// active one.
func (a *Info) countedIn(v ir.Value, steps int) bool {
	i, ok := v.(*ir.Instr)
	if !ok || steps == 0 {
		return false
	}
	if isCounted(i) {
		return a.growsWith(i.Arg(0))
	}
	switch i.Op {
	case ir.FNeg, ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FPExt, ir.FPTrunc, ir.Call:
		for _, x := range i.Args() {
			if x.Type().Scalar().IsFloat() && a.countedIn(x, steps-1) {
				return true
			}
		}
	}
	return false
}

// growsWith reports whether an integer grows with the mantissa of an active float.
func (a *Info) growsWith(v ir.Value) bool {
	if a.mantissas == nil {
		a.mantissas = map[ir.Value]digits{}
	}
	m := mantissas{a: a, known: a.mantissas}
	return m.of(v).some()
}

// maxStepBits is how many bits of a mantissa number the steps of a table: fewer are a step,
// whose derivative is zero.
const maxStepBits = 12

// digits are the bits of an integer, from the lowest, that depend on a mantissa. What carries
// go to above are steps.
type digits struct{ from, to int }

func (d digits) some() bool { return d.to-d.from > maxStepBits }

func (d digits) with(e digits) digits {
	switch {
	case d.to == d.from:
		return e
	case e.to == e.from:
		return d
	}
	return digits{min(d.from, e.from), max(d.to, e.to)}
}

// within are the digits that are left where only the bits in between are.
func (d digits) within(from, to int) digits {
	d = digits{max(d.from, from), min(d.to, to)}
	if d.to <= d.from {
		return digits{}
	}
	return d
}

// countsBits reports whether an intrinsic counts bits: steps.
func countsBits(name string) bool {
	for _, p := range []string{"llvm.ctlz.", "llvm.cttz.", "llvm.ctpop."} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// mantissas are the digits of values: the least solution of what instructions say of their
// results, found by rounds, since values may depend on themselves. What is known when a
// question is answered stays known.
type mantissas struct {
	a       *Info
	known   map[ir.Value]digits
	visited map[ir.Value]bool // in this round
	changed bool              // by this round

	untyped bool        // loads count that may read halves of floats
	loads   []*ir.Instr // which those are
}

// mantissaOf is where the float p has its mantissa in an integer of type t.
func mantissaOf(t *ir.Type, p memtypes.Piece) digits {
	from, n := 8*int(p.Offset), 23
	if p.Size >= 8 {
		n = 52
	}
	if t.IsInt() {
		from %= t.Bits
		return digits{from, min(from+n, t.Bits)}
	}
	return digits{0, n}
}

// tagged are the digits of an integer that is read where alias metadata says that a float
// stands, one that may be active.
func (m *mantissas) tagged(i *ir.Instr) digits {
	r := m.a.env.module.AliasTypes.Tag(i.Metadata("tbaa")).Scalar
	if r.Class != memtypes.FloatData || r.Size != m.a.sol.p.Layout.StoreSize(i.Typ.Scalar()) || !m.a.nearVaried(i) {
		return digits{}
	}
	return mantissaOf(i.Typ.Scalar(), memtypes.Piece{Size: r.Size})
}

// nearVaried reports whether a load reads memory that holds floats which depend on active inputs.
func (a *Info) nearVaried(i *ir.Instr) bool {
	return slices.ContainsFunc(a.sol.p.Pointees(i.Arg(0)), func(d memtypes.Addr) bool { return a.sol.varied[a.sol.g.obj[d.Obj]] })
}

// of are the digits of an integer, or of the bits of a float.
func (m *mantissas) of(v ir.Value) digits {
	for m.changed = true; m.changed; {
		m.changed, m.visited = false, map[ir.Value]bool{}
		m.in(v)
	}
	return m.known[v]
}

// in is of as far as it is known in this round.
func (m *mantissas) in(v ir.Value) digits {
	if ir.IsConstant(v) {
		return digits{}
	}
	d := m.known[v]
	if !m.visited[v] {
		m.visited[v] = true
		found := d.with(m.computed(v))
		m.changed = m.changed || found != m.known[v]
		m.known[v], d = found, found
	}
	return d
}

// computed are the digits of a value by what it is computed from.
func (m *mantissas) computed(v ir.Value) digits {
	t := v.Type().Scalar()
	if m.a.variedValue(v) {
		var d digits
		for _, p := range m.a.sol.g.ty.valuePieces(v) {
			if p.Class == memtypes.FloatData {
				d = d.with(mantissaOf(t, p))
			}
		}
		if d.some() {
			return d
		}
	}
	i, ok := v.(*ir.Instr)
	if !ok || !t.IsInt() {
		return digits{}
	}
	if i.Op == ir.Load && m.untyped {
		return m.untypedHalf(i)
	}
	if i.Op == ir.Load {
		return m.tagged(i)
	}
	args := i.Args()
	switch i.Op {
	case ir.LShr, ir.AShr, ir.Shl:
		d := m.in(i.Arg(0))
		n, known := ir.IntValue(i.Arg(1))
		switch {
		case !known || n < 0 || n >= int64(t.Bits):
			return d
		case i.Op == ir.Shl:
			return digits{d.from + int(n), d.to + int(n)}.within(0, t.Bits)
		}
		return digits{max(d.from, int(n)) - int(n), max(d.to, int(n)) - int(n)}
	case ir.And:
		if n, ok := ir.IntValue(i.Arg(1)); ok {
			return m.in(i.Arg(0)).within(bits.TrailingZeros64(uint64(n)), bits.Len64(uint64(n)))
		}
	case ir.Trunc:
		return m.in(i.Arg(0)).within(0, t.Bits)
	case ir.Mul, ir.UDiv, ir.SDiv:
		if m.in(i.Arg(0)).with(m.in(i.Arg(1))).some() {
			return digits{0, t.Bits}
		}
		return digits{}
	case ir.Select:
		args = args[1:]
	case ir.Call:
		switch pointsto.Classify(i, false).Kind {
		case pointsto.ToMath, pointsto.ToInactive:
		default:
			return digits{}
		}
		f := i.CalledFunc()
		if f == nil || !strings.HasPrefix(f.Name, "llvm.") || countsBits(f.Name) || len(i.CallArgs()) == 0 || !i.CallArgs()[0].Type().Scalar().IsInt() {
			return digits{}
		}
		args = i.CallArgs()
	case ir.ZExt, ir.SExt, ir.BitCast, ir.Or, ir.Xor, ir.Add, ir.Sub, ir.Phi, ir.Freeze, ir.ExtractElement, ir.InsertElement, ir.ShuffleVector:
	default:
		return digits{}
	}
	var d digits
	for _, x := range args {
		d = d.with(m.in(x))
	}
	return d
}
