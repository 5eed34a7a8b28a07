package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/rules"
)

// blockList gives the list of the blocks of r, a stack object of the function
// that sweeps, and has it kept when first asked for. reset is a block at whose
// beginning it is emptied, nil for none.
func (ins *inserter) blockList(r *ir.Instr, reset *ir.Block) ir.Value {
	return ins.listOf(r, reset, r, func(_ *ir.Builder, size ir.Value) ir.Value { return size })
}

// shadowList is blockList for the shadows of the blocks, of whose words those that
// are addresses count; nil where there are none.
func (ins *inserter) shadowList(r *ir.Instr, reset *ir.Block) ir.Value {
	sh, ok := ins.sh.shadowOf(r).(*ir.Instr)
	if !ok {
		return nil
	}
	return ins.listOf(sh, reset, r, func(b *ir.Builder, size ir.Value) ir.Value {
		same := ins.sh.mark(b.ICmp(ir.EQ, ins.sh.cast(b, ir.BitCast, sh, ins.fn.m.Ptr()), ins.sh.cast(b, ir.BitCast, r, ins.fn.m.Ptr())))
		return ins.sh.mark(b.Select(same, i64(0), ins.sh.mark(b.Binary(ir.Or, size, i64(checkpoint.PieceOfWords)))))
	})
}

// listOf gives the list of the addresses that block has had, kept when first asked
// for; bytes makes of the size of what r allocates what is entered.
func (ins *inserter) listOf(block *ir.Instr, reset *ir.Block, r *ir.Instr, bytes func(b *ir.Builder, size ir.Value) ir.Value) ir.Value {
	if list := ins.blockLists[block]; list != nil {
		return list
	}
	ins.fn.usesTape = true
	rt := ins.fn.env.schedules()
	quiet := func(i *ir.Instr) {
		ins.sh.mark(i)
		ins.rv.actions[i] = func(*reverser, *ir.Instr) {}
	}
	b := ir.NewBuilder(ins.fn.p.Entry())
	b.AtStart(ins.fn.p.Entry())
	made := b.Alloca(ins.fn.m.Types.Array(ir.I64, checkpoint.ListSize/8), nil, 8)
	ins.sh.mark(made)
	list := b.Cast(ir.BitCast, made, ins.fn.m.Ptr())
	ins.sh.mark(list)
	quiet(b.MemSet(list, i64(checkpoint.ListSize)))
	quiet(b.CallFunc(ins.fn.env.runtime().DeferFunc(), ins.fn.tape, rt.Lists.EndListFunc(), list, i64(0), i64(0)))

	size := ir.Value(nil)
	b.Before(r)
	for _, k := range rules.Lookup(r.CalledFunc().Name).SizeArgs {
		n := ins.sh.cast(b, ir.ZExt, r.Arg(k), ir.I64)
		if size != nil {
			n = ins.sh.markNew(b.Mul(size, n), size, n)
		}
		size = n
	}
	b = after(block)
	quiet(b.CallFunc(rt.Lists.ListFunc(), list, ins.sh.cast(b, ir.BitCast, block, ins.fn.m.Ptr()), bytes(b, size)))
	if reset != nil {
		b.AtStart(reset)
		quiet(b.Store(i64(0), ins.sh.mark(b.Offset(list, i64(checkpoint.ListCount))), 8))
	}
	if ins.blockLists == nil {
		ins.blockLists = map[*ir.Instr]ir.Value{}
	}
	ins.blockLists[block] = list
	return list
}
