package forward

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// instr keeps a primal instruction and writes its tangents behind it.
func (s *synth) instr(i *ir.Instr) {
	s.bd.info.CheckNumbers(s.bd.b, i, func(v ir.Value) ir.Value { return v })
	s.bd.info.CheckNowhere(s.bd.b, i, func() ir.Value { return i.Arg(2) })
	if i.Op == ir.Call {
		i.Flags &^= ir.MustTail // the result type changes, and so do the callers
		s.cl.call(i)
		return
	}
	s.ac.inPrimal(s.bd.b.Insert(i))
	switch i.Op {
	case ir.Alloca:
		s.ac.alloca(i)
		return
	case ir.Load:
		s.ac.load(i)
		return
	case ir.Store:
		s.ac.store(i)
		return
	case ir.AtomicRMW:
		s.ac.atomicRMW(i)
		return
	case ir.CmpXchg:
		s.ac.cmpXchg(i)
		return
	}
	if !s.tg.carries(i) {
		return
	}
	if l := s.bd.info.Counted(i); l != nil {
		s.ar.counted(i, l)
		return
	}
	if r := rules.ForInstr(i); r != nil {
		s.ar.rule(i, r)
		return
	}
	if i.Op == ir.IntToPtr && !s.tg.carries(i.Arg(0)) && !ir.IsConstant(i.Arg(0)) && !s.bd.info.MaybeConst(i) {
		s.bd.refuse(i, CodeInstr, "%s of an integer whose shadow is not known", i.Op)
		return
	}
	switch i.Op {
	case ir.FPTrunc, ir.FPExt, ir.BitCast, ir.AddrSpaceCast, ir.PtrToInt, ir.PtrToAddr, ir.IntToPtr, ir.Freeze,
		ir.Trunc, ir.ZExt, ir.SExt, ir.InsertElement, ir.InsertValue, ir.ExtractValue, ir.ExtractElement:
		s.ar.mirror(i, i.NumArgs())
	case ir.GetElementPtr:
		s.ar.mirrorAt(i, 0)
	case ir.ShuffleVector:
		s.ar.mirrorAt(i, 0, 1)
	case ir.Select:
		s.ar.mirrorAt(i, 1, 2)
	case ir.Shl, ir.LShr, ir.AShr, ir.And, ir.Or, ir.Xor, ir.Add, ir.Sub, ir.Mul:
		s.ar.bits(i)
	default:
		s.bd.refuse(i, CodeInstr, "%s on a value that carries a derivative", i.Op)
	}
}

// mirror repeats an instruction that only moves or converts, on the tangents of
// its first n operands. Indices (of vectors) stay.
func (ars *arithmetic) mirror(i *ir.Instr, n int) {
	var at []int
	for k := range n {
		if i.Op == ir.ExtractElement && k == 1 || i.Op == ir.InsertElement && k == 2 {
			continue
		}
		at = append(at, k)
	}
	ars.mirrorAt(i, at...)
}

func (ars *arithmetic) mirrorAt(i *ir.Instr, at ...int) {
	for lane := range ars.bd.t.width {
		c := i.Copy()
		c.Flags = tangentFlags(c.Flags)
		c.Meta = nil
		for _, k := range at {
			c.SetArg(k, ars.tg.operand(i, k, lane))
		}
		ars.tg.set(i, ars.bd.b.Insert(c))
	}
}

// operand is the tangent of operand k as an instruction that moves it sees it.
func (tgs *tangents) operand(i *ir.Instr, k, lane int) ir.Value {
	return tgs.chosen(i, i.Arg(k), lane)
}

// set appends a tangent of i.
func (tgs *tangents) set(i *ir.Instr, v ir.Value) { tgs.d[i] = append(tgs.d[i], v) }
