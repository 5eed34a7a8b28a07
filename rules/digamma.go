package rules

import (
	"math"

	"github.com/llad-ad/llad/ir"
)

// digammaName is the symbol of the emitted function.
const digammaName = "llad.digamma"

// digammaSeries are the coefficients of the asymptotic series
// ψ(x) ~ ln x - 1/(2x) - Σ B(2k)/(2k x^2k), highest power first
// (Abramowitz and Stegun 6.3.18).
var digammaSeries = []float64{-1.0 / 12, 691.0 / 32760, -1.0 / 132, 1.0 / 240, -1.0 / 252, 1.0 / 120, -1.0 / 12}

// digammaFrom is where the series holds to double precision.
const digammaFrom = 10

// digamma gives the module's function double llad.digamma(double), the
// logarithmic derivative of tgamma: reflection below zero (6.3.7), recurrence
// up to digammaFrom (6.3.5), then the series. It is an ordinary function with
// a body, so a derivative of the derivative differentiates it.
func digamma(m *ir.Module) *ir.Function {
	if f := m.Func(digammaName); f != nil {
		return f
	}
	f := m.AddFunc(digammaName, m.FuncType(ir.Double, ir.Double))
	f.IsDecl = false
	f.Prefix = "internal"
	f.Suffix = "nounwind readnone willreturn"
	f.Params[0].Name = "x"
	x := f.Params[0]
	num := func(v float64) ir.Value { return ir.NewFloat(ir.Double, v) }

	entry, loop, step, tail := f.NewBlock("entry"), f.NewBlock("loop"), f.NewBlock("step"), f.NewBlock("tail")
	b := ir.NewBuilder(entry)
	// Below zero: ψ(x) = ψ(1-x) - π/tan(πx). The tangent is taken of the
	// distance to the nearest integer, which is exact.
	near := b.Intrinsic("rint", ir.Double, []*ir.Type{ir.Double}, x)
	arg := b.FMul(num(math.Pi), b.FSub(x, near))
	cot := b.FDiv(b.Intrinsic("cos", ir.Double, []*ir.Type{ir.Double}, arg), b.Intrinsic("sin", ir.Double, []*ir.Type{ir.Double}, arg))
	negative := b.FCmp(ir.OLT, x, num(0))
	start := b.Select(negative, b.FSub(num(1), x), x)
	sum := b.Select(negative, b.FMul(num(-math.Pi), cot), num(0))
	b.Br(loop)

	b.AtEnd(loop)
	z, acc := b.Phi(ir.Double), b.Phi(ir.Double)
	b.CondBr(b.FCmp(ir.OLT, z, num(digammaFrom)), step, tail)

	b.AtEnd(step)
	less := b.FSub(acc, b.FDiv(num(1), z))
	more := b.FAdd(z, num(1))
	b.Br(loop)
	z.AddIncoming(start, entry)
	z.AddIncoming(more, step)
	acc.AddIncoming(sum, entry)
	acc.AddIncoming(less, step)

	b.AtEnd(tail)
	inv := b.FDiv(num(1), z)
	sq := b.FMul(inv, inv)
	poly := num(digammaSeries[0])
	for _, c := range digammaSeries[1:] {
		poly = b.FAdd(b.FMul(poly, sq), num(c))
	}
	log := b.Intrinsic("log", ir.Double, []*ir.Type{ir.Double}, z)
	v := b.FAdd(b.FSub(log, b.FMul(num(0.5), inv)), b.FMul(poly, sq))
	b.Ret(b.FAdd(acc, v))
	return f
}
