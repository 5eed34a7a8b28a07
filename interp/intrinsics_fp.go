package interp

import (
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
