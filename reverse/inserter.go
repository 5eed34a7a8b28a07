package reverse

import (
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// inserter makes the primal keep shadow memory in step with its own.
type inserter struct {
	fn *primal
	sh *shadows
	at *adjointTypes
	rv *reversals

	goals        map[*ir.Instr][]int    // of these, what writes into the shadows of pieces of a loop's state, by number
	blockLists   map[*ir.Instr]ir.Value // see blockList
	blocks       heapBlocks
	regions      map[*ir.Instr]*regionMemory // what is known of memory where these calls start teams
	waits        map[*ir.Instr]bool          // deallocations that wait for the end of the sweep: regions read the memory again
	checkpointed []LoopReport
}

// addShadows inserts into p the computation of every shadow pointer, shadow
// allocations, and the stores that keep shadow pointers in shadow memory. It
// replaces calls that take part by calls of augmented primals.
func (ins *inserter) addShadows() {
	for k, p := range ins.fn.params {
		if kind := ins.fn.info.Seed.Params[k]; kind == signature.Dup || kind == signature.DupNoNeed {
			ins.sh.eachLane(func() { ins.sh.shadows[p] = ins.fn.addParam(p.Typ, "d_"+p.Name) })
		}
	}
	// Phis first, so that cycles have something to refer to.
	var phis []*ir.Instr
	for _, b := range ins.fn.p.Blocks {
		for _, i := range b.Phis() {
			if ins.fn.info.Shadow(i) {
				phis = append(phis, i)
			}
		}
	}
	for _, i := range phis {
		ins.sh.eachLane(func() {
			sh := ir.NewInstr(ir.Phi, i.Typ)
			i.Parent.InsertAt(0, sh)
			ins.sh.shadows[i] = sh
			ins.sh.isShadow[sh] = true
		})
	}
	for _, b := range ir.RPO(ins.fn.p) {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			// What stands behind an invoke has its shadow from there.
			if _, done := ins.sh.shadows[i]; !done && !ins.sh.isShadow[i] {
				ins.shadowInstr(i)
			}
		}
	}
	for _, i := range phis {
		ins.sh.eachLane(func() {
			sh := ins.sh.shadows[i].(*ir.Instr)
			if of := ins.behindInvoke(i); of != nil {
				ir.ReplaceAllUses(sh, of)
				sh.Erase()
				ins.sh.shadows[i] = of
				return
			}
			for k, from := range i.Blocks {
				sh.AddIncoming(ins.sh.shadowOrSelf(i.Arg(k)), from)
			}
		})
	}
}

// behindInvoke is the shadow of a phi of one value where that is the result of an invoke which
// returns to the phi's block, such as one of LCSSA form: it is made in the block, not in front
// of it. Nil for other phis.
func (ins *inserter) behindInvoke(phi *ir.Instr) ir.Value {
	v, ok := phi.Arg(0).(*ir.Instr)
	if !ok || v.Op != ir.Invoke || phi.NumArgs() != 1 || v.Blocks[0] != phi.Parent {
		return nil
	}
	if of, ok := ins.sh.shadowOf(v).(*ir.Instr); ok && of.Parent == phi.Parent && of.Op != ir.Phi {
		return of
	}
	return nil
}

func (ins *inserter) shadowInstr(i *ir.Instr) {
	if i.IsCall() {
		ins.shadowCall(i)
		return
	}
	ins.shadowOrder(i)
	switch i.Op {
	case ir.Store:
		ins.sh.eachLane(func() { ins.shadowStore(i) })
		ins.noteGoal(i)
		return
	case ir.Alloca:
		ins.shadowAlloca(i)
		return
	case ir.Phi:
		return
	}
	if ins.fn.info.Shadow(i) {
		ins.sh.eachLane(func() { ins.sh.shadowValue(i) })
	}
}

// shadowStore keeps shadow memory's pointers in step with the primal's.
func (ins *inserter) shadowStore(i *ir.Instr) {
	v, p := i.Arg(0), i.Arg(1)
	dp := ins.sh.shadowOf(p)
	if dp == nil {
		return
	}
	words := ins.sh.wordStore(i)
	if words && ins.sh.shadowOf(v) == nil && !ins.fn.info.MayBeAddress(v) {
		return
	}
	if !v.Type().HasPtr() && ins.sh.shadowOf(v) == nil && !words && !ins.sh.storesAddress(i) {
		if v.Type() == ir.Double && ins.fn.info.HoldsBare(p) {
			ins.sh.clearBare(i, dp)
		} else if ins.fn.info.SharedByAddress(i) {
			ins.sh.forgetAddress(i, dp)
		} else if !ins.sh.shadowWord(i, dp) {
			ins.sh.shadowColour(i, dp)
		}
		return
	}
	if v.Type().HasFloat() {
		ins.fn.fail(i, "L0311", "cannot store a value that mixes floats and pointers in one piece")
		return
	}
	b := after(i)
	dv := ins.sh.shadowOrSelf(v)
	if words {
		dv = ins.sh.bare(b, dv, dp, int(i.Align))
	}
	if ir.IsUndef(dv) {
		dv = ir.Zero(dv.Type()) // adjoints may be added up there where the word is a float next
	}
	if ins.fn.info.MaybeConst(p) {
		same := ins.sh.mark(b.ICmp(ir.EQ, p, dp))
		dv = ins.sh.mark(b.Select(same, v, dv))
	}
	st := b.Store(dv, dp, int(i.Align))
	ins.sh.isShadow[st] = true
}

// shadowAlloca gives a stack object its shadow, zeroed: in the split form on the
// tape. Where the object comes to be more than once it lives there too.
func (ins *inserter) shadowAlloca(i *ir.Instr) {
	n, fixed := ir.IntValue(i.Arg(0))
	fixed = fixed && i.Parent == ins.fn.p.Entry()
	hasShadow := ins.fn.info.Shadow(i)
	size := ins.fn.m.Layout.AllocSize(i.Elem)
	if fixed && ins.fn.pair == nil {
		if !hasShadow {
			return
		}
		ins.sh.eachLane(func() {
			c := i.Copy()
			b := after(i)
			b.Insert(c)
			ins.sh.isShadow[c] = true
			ins.sh.shadows[i] = c
			ins.sh.isShadow[b.MemSet(c, ir.NewInt(ir.I64, size*n))] = true
		})
		return
	}
	if fixed {
		if hasShadow {
			ins.sh.eachLane(func() {
				b := ins.sh.beforeUses(i)
				sh := ins.sh.mark(ins.rv.pushObject(b, i64(size*n), i))
				ins.sh.shadows[i] = sh
				ins.sh.isShadow[b.MemSet(sh, i64(size*n))] = true
			})
		}
		return
	}
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	bytes := b.Mul(b.Cast(ir.ZExt, i.Arg(0), ir.I64), ir.NewInt(ir.I64, size))
	obj := ins.rv.pushObject(b, bytes, i)
	if hasShadow {
		ins.sh.eachLane(func() {
			sh := ins.sh.mark(ins.rv.pushObject(b, bytes, i))
			ins.sh.isShadow[b.MemSet(sh, bytes)] = true
			ins.sh.shadows[obj] = sh
		})
	}
	ins.fn.info.Stands(obj, i)
	ir.ReplaceAllUses(i, obj)
	i.Erase()
}
