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
	if mf := mathTable[base]; mf != nil && mf.intrinsic {
		return &builtin{name: full, pure: true, fn: func(c *call) error {
			if err := c.want(mf.arity()); err != nil {
				return err
			}
			k := leafKindOf(c.retType().Scalar())
			f3 := mf.f3
			if mf.narrow3 != nil && c.retType().Scalar() != ir.Double {
				f3 = mf.narrow3
			}
			for j := range c.result() {
				x := toF64(k, c.slots(0)[j])
				switch mf.arity() {
				case 1:
					x = mf.f1(x)
				case 2:
					x = mf.f2(x, toF64(k, c.slots(1)[j]))
				default:
					x = f3(x, toF64(k, c.slots(1)[j]), toF64(k, c.slots(2)[j]))
				}
				c.result()[j] = fromF64(k, x)
			}
			return nil
		}}
	}
	return intrinsics[base] // powi, lround, ...
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
		v, poison, err := scalarOp(op, &in, x[j], y[j])
		if err != nil {
			return err
		}
		c.result()[j] = v
		if poison {
			c.m.setUndef(c.fr, c.in.dst+int32(j), 1)
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

// The elementwise intrinsics of x86 that compilers' headers lead to. rcp and
// rsqrt are exact here; the processors' have 12 bits.
func init() {
	second := func(pick func(x, y float64) bool) func(c *call) error {
		return func(c *call) error {
			if err := c.want(2); err != nil {
				return err
			}
			k := leafKindOf(c.typ(0).Scalar())
			for j, x := range c.slots(0) {
				y := c.slots(1)[j]
				if pick(toF64(k, x), toF64(k, y)) {
					y = x
				}
				c.result()[j] = y
			}
			return nil
		}
	}
	each := func(f func(float64) float64) func(c *call) error {
		return func(c *call) error {
			if err := c.want(1); err != nil {
				return err
			}
			k := leafKindOf(c.typ(0).Scalar())
			for j, x := range c.slots(0) {
				c.result()[j] = fromF64(k, f(toF64(k, x)))
			}
			return nil
		}
	}
	for names, f := range map[string]func(c *call) error{
		"sse.min.ps sse2.min.pd avx.min.ps.256 avx.min.pd.256 avx512.min.ps.512 avx512.min.pd.512": second(func(x, y float64) bool { return x < y }),
		"sse.max.ps sse2.max.pd avx.max.ps.256 avx.max.pd.256 avx512.max.ps.512 avx512.max.pd.512": second(func(x, y float64) bool { return x > y }),
		"avx512.sqrt.ps.512 avx512.sqrt.pd.512":                                                    each(math.Sqrt),
		"sse.rcp.ps avx.rcp.ps.256":                                                                each(func(x float64) float64 { return 1 / x }),
		"sse.rsqrt.ps avx.rsqrt.ps.256":                                                            each(func(x float64) float64 { return 1 / math.Sqrt(x) }),
		"sse41.round.ps sse41.round.pd avx.round.ps.256 avx.round.pd.256":                          roundX86,
		"sse41.blendvpd sse41.blendvps avx.blendv.pd.256 avx.blendv.ps.256":                        blendX86,
		"sse.movmsk.ps sse2.movmsk.pd avx.movmsk.ps.256 avx.movmsk.pd.256 sse2.pmovmskb.128":       signsX86,
		"sse2.cvtps2dq avx.cvt.ps2dq.256":                                                          toIntX86(math.RoundToEven),
		"sse2.cvttps2dq avx.cvtt.ps2dq.256 avx.cvtt.pd2dq.256":                                     toIntX86(math.Trunc),
		"sse.cvttss2si sse2.cvttsd2si sse.cvttss2si64 sse2.cvttsd2si64":                            toIntX86(math.Trunc),
		"sse.cvtss2si sse2.cvtsd2si sse.cvtss2si64 sse2.cvtsd2si64":                                toIntX86(math.RoundToEven),
		"sse.sfence sse2.lfence sse2.mfence sse2.pause avx.vzeroupper avx.vzeroall":                nothing,
	} {
		for _, n := range strings.Fields(names) {
			addIntrinsic("x86."+n, "pure", f)
		}
	}
}

func roundX86(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	f := map[uint64]func(float64) float64{0: math.RoundToEven, 1: math.Floor, 2: math.Ceil, 3: math.Trunc, 4: math.RoundToEven}[c.u(1)&7]
	if f == nil {
		return faultf(Unsupported, "%s with mode %d", c.name(), c.u(1))
	}
	k := leafKindOf(c.typ(0).Scalar())
	for j, x := range c.slots(0) {
		c.result()[j] = fromF64(k, f(toF64(k, x)))
	}
	return nil
}

func blendX86(c *call) error {
	if err := c.want(3); err != nil {
		return err
	}
	w := leafBits(c.typ(0).Scalar())
	for j, m := range c.slots(2) {
		c.result()[j] = c.slots(0)[j]
		if m>>(w-1)&1 != 0 {
			c.result()[j] = c.slots(1)[j]
		}
	}
	return nil
}

func signsX86(c *call) error {
	if err := c.want(1); err != nil {
		return err
	}
	w := leafBits(c.typ(0).Scalar())
	var r uint64
	for j, x := range c.slots(0) {
		r |= x >> (w - 1) & 1 << j
	}
	c.ret(r)
	return nil
}

// toIntX86 converts; what does not fit gives the smallest integer.
func toIntX86(round func(float64) float64) func(c *call) error {
	return func(c *call) error {
		if err := c.want(1); err != nil {
			return err
		}
		k, w := leafKindOf(c.typ(0).Scalar()), leafBits(c.retType().Scalar())
		for j := range c.result() {
			v, ok := floatToInt(round(toF64(k, c.slots(0)[j])), w, true)
			if !ok {
				v = 1 << (w - 1)
			}
			c.result()[j] = v
		}
		return nil
	}
}
