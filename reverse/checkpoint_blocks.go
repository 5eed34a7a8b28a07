package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/rules"
)

// blockList gives the list of the blocks of r, a stack object of the function
// that sweeps, and has it kept when first asked for. reset is a block at whose
// beginning it is emptied, nil for none.
func (s *synth) blockList(r *ir.Instr, reset *ir.Block) ir.Value {
	return s.listOf(r, reset, r, func(_ *ir.Builder, size ir.Value) ir.Value { return size })
}

// shadowList is blockList for the shadows of the blocks, of whose words those that
// are addresses count; nil where there are none.
func (s *synth) shadowList(r *ir.Instr, reset *ir.Block) ir.Value {
	sh, ok := s.shadowOf(r).(*ir.Instr)
	if !ok {
		return nil
	}
	return s.listOf(sh, reset, r, func(b *ir.Builder, size ir.Value) ir.Value {
		same := s.mark(b.ICmp(ir.EQ, s.cast(b, ir.BitCast, sh, s.m.Ptr()), s.cast(b, ir.BitCast, r, s.m.Ptr())))
		return s.mark(b.Select(same, i64(0), s.mark(b.Binary(ir.Or, size, i64(checkpoint.PieceOfWords)))))
	})
}

// listOf gives the list of the addresses that block has had, kept when first asked
// for; bytes makes of the size of what r allocates what is entered.
func (s *synth) listOf(block *ir.Instr, reset *ir.Block, r *ir.Instr, bytes func(b *ir.Builder, size ir.Value) ir.Value) ir.Value {
	if list := s.blockLists[block]; list != nil {
		return list
	}
	s.usesTape = true
	rt := s.env.schedules()
	quiet := func(i *ir.Instr) {
		s.mark(i)
		s.actions[i] = func(*reverser, *ir.Instr) {}
	}
	b := ir.NewBuilder(s.p.Entry())
	b.AtStart(s.p.Entry())
	made := b.Alloca(s.m.Types.Array(ir.I64, checkpoint.ListSize/8), nil, 8)
	s.mark(made)
	list := b.Cast(ir.BitCast, made, s.m.Ptr())
	s.mark(list)
	quiet(b.MemSet(list, i64(checkpoint.ListSize)))
	quiet(b.CallFunc(s.env.runtime().DeferFunc(), s.tape, rt.Lists.EndListFunc(), list, i64(0), i64(0)))

	size := ir.Value(nil)
	b.Before(r)
	for _, k := range rules.Lookup(r.CalledFunc().Name).SizeArgs {
		n := s.cast(b, ir.ZExt, r.Arg(k), ir.I64)
		if size != nil {
			n = s.markNew(b.Mul(size, n), size, n)
		}
		size = n
	}
	b = after(block)
	quiet(b.CallFunc(rt.Lists.ListFunc(), list, s.cast(b, ir.BitCast, block, s.m.Ptr()), bytes(b, size)))
	if reset != nil {
		b.AtStart(reset)
		quiet(b.Store(i64(0), s.mark(b.Offset(list, i64(checkpoint.ListCount))), 8))
	}
	if s.blockLists == nil {
		s.blockLists = map[*ir.Instr]ir.Value{}
	}
	s.blockLists[block] = list
	return list
}
