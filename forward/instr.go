package forward

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// instr keeps a primal instruction and writes its tangents behind it.
func (s *synth) instr(i *ir.Instr) {
	s.info.CheckNumbers(s.b, i, func(v ir.Value) ir.Value { return v })
	s.info.CheckNowhere(s.b, i, func() ir.Value { return i.Arg(2) })
	if i.Flags&ir.Part != 0 {
		s.inPrimal(s.b.Insert(i))
		return
	}
	if i.Op == ir.Call {
		i.Flags &^= ir.MustTail // the result type changes, and so do the callers
		s.call(i)
		return
	}
	s.inPrimal(s.b.Insert(i))
	switch i.Op {
	case ir.Alloca:
		s.alloca(i)
		return
	case ir.Load:
		s.load(i)
		return
	case ir.Store:
		s.store(i)
		return
	case ir.AtomicRMW:
		s.atomicRMW(i)
		return
	case ir.CmpXchg:
		s.cmpXchg(i)
		return
	}
	if !s.carries(i) {
		return
	}
	if l := s.info.Counted(i); l != nil {
		s.counted(i, l)
		return
	}
	if r := rules.ForInstr(i); r != nil {
		s.rule(i, r)
		return
	}
	if i.Op == ir.IntToPtr && !s.carries(i.Arg(0)) && !ir.IsConstant(i.Arg(0)) && !s.info.MaybeConst(i) {
		s.refuse(i, CodeInstr, "%s of an integer whose shadow is not known", i.Op)
		return
	}
	switch i.Op {
	case ir.FPTrunc, ir.FPExt, ir.BitCast, ir.AddrSpaceCast, ir.PtrToInt, ir.PtrToAddr, ir.IntToPtr, ir.Freeze,
		ir.Trunc, ir.ZExt, ir.SExt, ir.InsertElement, ir.InsertValue, ir.ExtractValue, ir.ExtractElement:
		s.mirror(i, i.NumArgs())
	case ir.GetElementPtr:
		s.mirrorAt(i, 0)
	case ir.ShuffleVector:
		s.mirrorAt(i, 0, 1)
	case ir.Select:
		s.mirrorAt(i, 1, 2)
	case ir.Shl, ir.LShr, ir.AShr, ir.And, ir.Or, ir.Xor, ir.Add, ir.Sub, ir.Mul:
		s.bits(i)
	default:
		s.refuse(i, CodeInstr, "%s on a value that carries a derivative", i.Op)
	}
}

// mirror repeats an instruction that only moves or converts, on the tangents of
// its first n operands. Indices (of vectors) stay.
func (s *synth) mirror(i *ir.Instr, n int) {
	var at []int
	for k := range n {
		if i.Op == ir.ExtractElement && k == 1 || i.Op == ir.InsertElement && k == 2 {
			continue
		}
		at = append(at, k)
	}
	s.mirrorAt(i, at...)
}

func (s *synth) mirrorAt(i *ir.Instr, at ...int) {
	for lane := range s.t.width {
		c := i.Copy()
		c.Flags = tangentFlags(c.Flags)
		c.Meta = nil
		for _, k := range at {
			c.SetArg(k, s.operand(i, k, lane))
		}
		s.set(i, s.b.Insert(c))
	}
}

// operand is the tangent of operand k as an instruction that moves it sees it.
func (s *synth) operand(i *ir.Instr, k, lane int) ir.Value {
	return s.chosen(i, i.Arg(k), lane)
}

// set appends a tangent of i.
func (s *synth) set(i *ir.Instr, v ir.Value) { s.d[i] = append(s.d[i], v) }
