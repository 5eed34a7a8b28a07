package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// InferNoWrap sets nuw and nsw on 64-bit induction variables that start far from the limits
// and grow by small constants: they would have to count for years to wrap. Loops over
// iterators, which count in unsigned numbers, are then analysed as well as those over signed
// ones. It reports whether it set any flag.
func InferNoWrap(f *ir.Function) bool {
	changed := false
	for _, l := range analysis.Loops(f, ir.Dominators(f)).All {
		for _, phi := range l.Header.Phis() {
			if phi.Typ != ir.I64 {
				continue
			}
			start, steps := counterParts(l, phi)
			if len(steps) == 0 || !start.near {
				continue
			}
			for _, i := range steps {
				flags := ir.NSW
				if c, _ := ir.IntValue(i.Arg(1)); c > 0 && !start.negative {
					flags |= ir.NUW
				}
				changed = changed || i.Flags&flags != flags
				i.Flags |= flags
			}
		}
	}
	return changed
}

// maxCounterStep bounds the step: with it, a quarter of all 64-bit numbers takes 2^56
// iterations.
const maxCounterStep = 64

// startRange says whether a value is known to be between -2^62 and 2^62, and whether it may be
// negative.
type startRange struct{ near, negative bool }

// counterParts gives the range of the start of a header phi, and the additions of small
// constants between two iterations; nil where there is anything else.
func counterParts(l *analysis.Loop, phi *ir.Instr) (start startRange, steps []*ir.Instr) {
	start.near = true
	for k, from := range phi.Blocks {
		if !l.Contains(from) {
			s := rangeOf(phi.Arg(k), 0)
			start.near = start.near && s.near
			start.negative = start.negative || s.negative
			continue
		}
		i, ok := phi.Arg(k).(*ir.Instr)
		if !ok || i.Op != ir.Add || i.Arg(0) != ir.Value(phi) {
			return start, nil
		}
		if c, ok := ir.IntValue(i.Arg(1)); !ok || c > maxCounterStep || c < -maxCounterStep {
			return start, nil
		}
		steps = append(steps, i)
	}
	return start, steps
}

func rangeOf(v ir.Value, depth int) startRange {
	if c, ok := ir.IntValue(v); ok {
		return startRange{c >= -1<<62 && c <= 1<<62, c < 0}
	}
	none := startRange{}
	i, ok := v.(*ir.Instr)
	if !ok || depth > 4 {
		return none
	}
	switch i.Op {
	case ir.SExt:
		return startRange{i.Arg(0).Type().Bits <= 62, true}
	case ir.ZExt:
		return startRange{i.Arg(0).Type().Bits <= 62, false}
	case ir.LShr, ir.And, ir.UDiv:
		c, ok := ir.IntValue(i.Arg(1))
		return startRange{ok && (i.Op == ir.And && c >= 0 && c <= 1<<62 || i.Op == ir.LShr && c >= 2 && c < 64 || i.Op == ir.UDiv && c >= 4), false}
	case ir.Phi, ir.Select:
		out := startRange{near: true}
		args := i.Args()
		if i.Op == ir.Select {
			args = args[1:]
		}
		for _, a := range args {
			s := rangeOf(a, depth+1)
			out.near = out.near && s.near
			out.negative = out.negative || s.negative
		}
		return out
	}
	return none
}
