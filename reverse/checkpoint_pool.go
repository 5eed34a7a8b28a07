package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/checkpoint"
)

// Steps that allocate memory which outlives them, or free what was there before
// (vectors that are assigned a new value, that are returned), get it from a pool.
// Blocks of the pool keep their places: a step that is run again from the same
// state gets the same blocks, so addresses in a state hold whenever it is restored,
// and what is in the blocks that are in use is part of it. A block that is freed
// may be given out again from the next iteration on.
//
// The shadows of a block, one for each lane, lie behind it. One is zero while the block is not in use,
// and holds the adjoint of a state between the reversals of two steps.
//
// Blocks that hold addresses (the rows of a matrix, in a vector of vectors) hold the
// addresses of shadows in their shadows, which are then part of a state too: words
// tell which are addresses. A free block of that kind is given out only where it was
// made, so that what is an address in one state is none of another's adjoints.

// shadowPool gives a block of a pool its shadow, which the reversal of the
// allocation clears.
func (ins *inserter) shadowPool(i *ir.Instr) {
	b := after(i)
	bytes := i.Arg(1)
	span := checkpoint.PoolSpan(b, bytes, ins.sh.mark)
	at := ir.Value(i)
	ins.sh.eachLane(func() {
		at = ins.sh.mark(b.Offset(at, span))
		ins.sh.shadows[i] = at
	})
	ins.rv.actions[i] = func(r *reverser, _ *ir.Instr) {
		r.ad.eachLane(func() { r.cu.b.MemSet(r.lk.lookup(ins.sh.shadows[i]), r.lk.lookup(bytes)) })
	}
}

// keepPool has a pool end with the sweep.
func (ins *inserter) keepPool(i *ir.Instr) {
	ins.fn.usesTape = true
	rt := ins.fn.env.schedules()
	put := after(i).CallFunc(ins.fn.env.runtime().DeferFunc(), ins.fn.tape, rt.Pools.PoolEndFunc(), i, i64(0), i64(0))
	ins.sh.mark(put)
	ins.rv.actions[put] = func(*reverser, *ir.Instr) {}
}

// noPool refuses a loop that allocates from a pool where it cannot be taken apart,
// for a reason that may be known.
func (ins *inserter) noPool(i *ir.Instr, lc *checkpoint.Loop, why *ir.Diagnostic) bool {
	ins.fn.fail(i, checkpoint.CodeNotAgain, "a loop that allocates memory in its steps cannot be checkpointed here")
	ck := ins.fn.env.checkpoints
	if lc.Named {
		return true
	}
	if why == nil {
		why = ir.DiagAt(i, checkpoint.CodeNotAgain, "a loop that allocates memory in its steps cannot be checkpointed here: it is kept")
	}
	if ck.Failed == nil {
		ck.Failed = map[checkpoint.LoopKey]*ir.Diagnostic{}
	}
	ck.Failed[lc.Key] = why
	return true
}
