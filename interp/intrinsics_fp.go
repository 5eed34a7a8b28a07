package interp

import (
	"math"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// constrained finds llvm.experimental.constrained.NAME: the operation or
// function NAME, with its rounding and exceptions left aside.
func constrained(name string) *builtin {
	rest, ok := strings.CutPrefix(name, "experimental.constrained.")
	if !ok {
		return nil
	}
	base, _, _ := strings.Cut(rest, ".")
	full := "llvm." + name
	if op, ok := constrainedOps[base]; ok {
		return &builtin{name: full, pure: true, fn: func(c *call) error { return c.elementwise(op) }}
	}
	return intrinsics[base] // lround, ...
}

var constrainedOps = map[string]opcode{"fadd": opFAdd, "fsub": opFSub, "fmul": opFMul, "fdiv": opFDiv, "frem": opFRem,
	"fpext": opFPCast, "fptrunc": opFPCast, "fptosi": opFPToSI, "fptoui": opFPToUI, "sitofp": opSIToFP, "uitofp": opUIToFP,
	"fcmp": opFCmp, "fcmps": opFCmp}

// elementwise executes a scalar operation lane by lane on the arguments.
func (c *call) elementwise(op opcode) error {
	if err := c.want(1); err != nil {
		return err
	}
	from, to := c.typ(0).Scalar(), c.retType().Scalar()
	wf, wt := leafBits(from), leafBits(to)
	if from.IsInt() && wf > 64 || to.IsInt() && wt > 64 {
		return faultf(Unsupported, "%s", c.name())
	}
	in := inst{k: leafKindOf(from), k2: leafKindOf(to), w: uint8(wf), w2: uint8(wt), imm: topMask(wt)}
	if op == opFCmp && c.in.src != nil {
		meta, _ := c.in.src.Arg(2).(*ir.Meta)
		if meta == nil {
			return faultf(BadCall, "%s without a predicate", c.name())
		}
		in.pred = predNamed(strings.Trim(meta.Text, `!"`))
	}
	x, y := c.slots(0), c.slots(0)
	if c.nargs() > 1 && c.in.x.args[1].n == c.in.x.args[0].n {
		y = c.slots(1)
	}
	for j := range c.result() {
		v, poison, err := laneOp(op)(op, &in, x[j], y[j])
		if err != nil {
			return err
		}
		c.result()[j] = v
		if poison {
			c.fr.setUndef(c.in.dst+int32(j), 1)
		}
	}
	return nil
}

func predNamed(s string) ir.Pred {
	for p := ir.FFalse; p <= ir.FTrue; p++ {
		if p.String() == s {
			return p
		}
	}
	return ir.FFalse
}

// floatIntrinsics are those that make something else of floating-point numbers.
var floatIntrinsics = map[string]func(c *call) error{
	"lround":     roundToInt(math.Round),
	"llround":    roundToInt(math.Round),
	"lrint":      roundToInt(math.RoundToEven),
	"llrint":     roundToInt(math.RoundToEven),
	"fptosi.sat": saturate(true),
	"fptoui.sat": saturate(false),
	"is.fpclass": fpClasses,
}

func initFloatIntrinsics() { addIntrinsics("pure", floatIntrinsics) }

// roundToInt gives an integer; what does not fit gives the smallest.
func roundToInt(round func(float64) float64) func(c *call) error {
	return func(c *call) error {
		if err := c.want(1); err != nil {
			return err
		}
		k, w := leafKindOf(c.typ(0).Scalar()), leafBits(c.retType().Scalar())
		for j, x := range c.slots(0) {
			v, ok := floatToInt(round(toF64(k, x)), w, true)
			if !ok {
				v = 1 << (w - 1)
			}
			c.result()[j] = v
		}
		return nil
	}
}

// saturate converts; what does not fit gives the integer next to it.
func saturate(isSigned bool) func(c *call) error {
	return func(c *call) error {
		if err := c.want(1); err != nil {
			return err
		}
		k, w := leafKindOf(c.typ(0).Scalar()), leafBits(c.retType().Scalar())
		if w > 64 {
			return faultf(Unsupported, "%s to i%d", c.name(), w)
		}
		for j, b := range c.slots(0) {
			x := toF64(k, b)
			v, ok := floatToInt(x, w, isSigned)
			if !ok && x == x {
				switch {
				case isSigned && x < 0:
					v = 1 << (w - 1)
				case isSigned:
					v = topMask(w) >> 1
				case x > 0:
					v = topMask(w)
				}
			}
			c.result()[j] = v
		}
		return nil
	}
}

func fpClasses(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	k := leafKindOf(c.typ(0).Scalar())
	for j, x := range c.slots(0) {
		c.result()[j] = b2u(fpClass(k, x)&c.u(1) != 0)
	}
	return nil
}

// fpClass is the bit that llvm.is.fpclass gives the class of a number.
func fpClass(k leafKind, b uint64) uint64 {
	x := toF64(k, b)
	neg := math.Signbit(x)
	bit := func(n, p uint) uint64 {
		if neg {
			return 1 << n
		}
		return 1 << p
	}
	tiny := map[leafKind]float64{f16Leaf: 0x1p-14, bf16Leaf: 0x1p-126, f32Leaf: 0x1p-126}[k]
	if tiny == 0 {
		tiny = 0x1p-1022
	}
	switch {
	case x != x:
		quiet := math.Float64bits(x)&(1<<51) != 0
		if k == f32Leaf {
			quiet = b&(1<<22) != 0
		}
		if quiet {
			return 1 << 1
		}
		return 1 << 0
	case math.IsInf(x, 0):
		return bit(2, 9)
	case x == 0:
		return bit(5, 6)
	case math.Abs(x) < tiny:
		return bit(4, 7)
	}
	return bit(3, 8)
}
