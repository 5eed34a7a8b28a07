package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// deferredCode is what the forward sweep leaves out because it follows from a loop
// that the reverse sweep runs (see replay.deferred): arithmetic on its results, of
// which only the function's result is made.
type deferredCode struct {
	exit  *ir.Block          // the only block where control leaves the loop
	chain map[*ir.Block]bool // exit and what follows without a choice, as far as it does not dominate the return
	join  *ir.Block          // the block behind the chain
	code  map[*ir.Instr]bool
}

// findDeferred finds out whether loop l may wait for the reverse sweep: nobody
// needs before what it computes, nor what it writes, and what it reads does not
// change behind it.
func (rps *replays) findDeferred(l *analysis.Loop, needed []ir.Value) *deferredCode {
	exits := l.ExitBlocks()
	if l.Parent != nil || rps.fn.ret == nil || len(exits) != 1 || !rps.fn.reach[exits[0]] {
		return nil
	}
	lc := &deferredCode{exit: exits[0], chain: map[*ir.Block]bool{}, code: map[*ir.Instr]bool{}}
	if !rps.findChain(lc) || !rps.findDeferredCode(lc, l) {
		return nil
	}
	for _, v := range needed {
		if i, ok := v.(*ir.Instr); ok && lc.code[i] && !rps.isLoopCount(l, i) {
			return nil
		}
	}
	if !rps.mayWait(l) {
		return nil
	}
	return lc
}

// isLoopCount reports whether v tells how often l ran, which only loops that
// are reversed from their end must know.
func (rps *replays) isLoopCount(l *analysis.Loop, v ir.Value) bool {
	for _, b := range l.ExitBlocks() {
		if rps.cf.counts[b][l] == v {
			return true
		}
	}
	return false
}

// findChain follows the blocks behind the loop up to one that dominates the
// return.
func (rps *replays) findChain(lc *deferredCode) bool {
	b := lc.exit
	for !rps.fn.dt.Dominates(b, rps.fn.ret.Parent) {
		t := b.Term()
		if t.Op != ir.Br || len(t.Blocks) != 1 || lc.chain[b] || b != lc.exit && len(rps.fn.preds(b)) != 1 {
			return false
		}
		lc.chain[b] = true
		b = t.Blocks[0]
	}
	lc.join = b
	return rps.fn.loops.Of(b) == nil
}

// findDeferredCode collects what depends on the loop's results.
func (rps *replays) findDeferredCode(lc *deferredCode, l *analysis.Loop) bool {
	var work []*ir.Instr
	push := func(i *ir.Instr) {
		if !lc.code[i] {
			lc.code[i] = true
			work = append(work, i)
		}
	}
	for _, phi := range lc.exit.Phis() {
		push(phi)
	}
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			for u := range ir.Uses(i) {
				if !l.Contains(u.User.Parent) && !lc.code[u.User] {
					return false // not in closed form
				}
			}
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(i) {
			if u.User.Op == ir.Ret || rps.fn.unread[u.User] {
				continue
			}
			if !rps.isDeferredCode(lc, u.User) {
				return false
			}
			push(u.User)
		}
	}
	for i := range lc.code {
		if !rps.deferredOperands(lc, i) {
			return false
		}
	}
	return true
}

// isDeferredCode reports whether i may be computed at the end, or behind the loop
// where it stands in the chain.
func (rps *replays) isDeferredCode(lc *deferredCode, i *ir.Instr) bool {
	b := i.Parent
	if rps.sh.isShadow[i] || rps.fn.loops.Of(b) != nil || !lc.chain[b] && !rps.fn.dt.Dominates(b, rps.fn.ret.Parent) {
		return false
	}
	switch i.Op {
	case ir.Phi:
		return b == lc.join
	case ir.Select, ir.ICmp, ir.FCmp, ir.FNeg, ir.ExtractValue, ir.InsertValue, ir.ExtractElement, ir.InsertElement, ir.ShuffleVector:
		return true
	case ir.Call:
		k := rps.fn.knownOf(i)
		return k != nil && k.Pure
	}
	return i.Op.IsBinary() || i.Op.IsCast()
}

// deferredOperands reports whether what i reads is at hand where it is computed.
func (rps *replays) deferredOperands(lc *deferredCode, i *ir.Instr) bool {
	if i.Parent == lc.exit && i.Op == ir.Phi {
		return true
	}
	for k := range i.NumArgs() {
		a, ok := i.Arg(k).(*ir.Instr)
		if !ok {
			continue
		}
		if i.Op == ir.Phi {
			if in := lc.chain[i.Blocks[k]]; lc.code[a] && !in || in && !lc.code[a] && !rps.fn.direct(a) {
				return false
			}
			continue
		}
		if !lc.code[a] && !rps.fn.direct(a) {
			return false
		}
		if lc.code[a] && lc.chain[a.Parent] != lc.chain[i.Parent] {
			return false // a value of the chain leaves it by a phi only
		}
	}
	return true
}

// mayWait reports whether memory lets the loop l run in the reverse sweep: what
// it reads is not written behind it, what it writes is its own, or results that nobody touches behind it.
func (rps *replays) mayWait(l *analysis.Loop) bool {
	if rps.mem.order == nil {
		rps.mem.collectWriters()
	}
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.Load:
				if i.Flags&(ir.Volatile|ir.Atomic) != 0 || !rps.mem.keepsBehind(l, i) {
					return false
				}
			case ir.Store:
				if i.Flags&(ir.Volatile|ir.Atomic) != 0 || !rps.mem.ownMemory(l, rps.mem.writtenObject(i)) && !(results{rps.mem, l}).leftAlone(i) {
					return false
				}
			case ir.Call:
				k := rps.fn.knownOf(i)
				if k != nil && k.Class == rules.MemSet && rps.mem.ownMemory(l, rps.mem.writtenObject(i)) {
					continue
				}
				if k == nil || !k.Pure {
					return false
				}
			case ir.AtomicRMW, ir.CmpXchg, ir.Fence, ir.VAArg, ir.Invoke, ir.Alloca:
				return false
			}
		}
	}
	return true
}

// keepsBehind reports whether memory holds what load, in l, reads also when
// the loop runs after everything behind it.
func (mem *memory) keepsBehind(l *analysis.Loop, load *ir.Instr) bool {
	if o := mem.localObject(load.Arg(0)); o != nil && mem.ends(o) {
		return false
	}
	return !mem.overwritten(load, l, nil)
}

// ownMemory reports whether o is a local object that nobody touches behind l.
func (mem *memory) ownMemory(l *analysis.Loop, o ir.Value) bool {
	if o == nil || mem.localObject(o) == nil || mem.ends(o) {
		return false
	}
	return !mem.someUse(o, func(i *ir.Instr) bool {
		return i.Op == ir.Load && !l.Contains(i.Parent) && mem.followsLoop(l, i)
	})
}

// leftAlone reports whether the function neither reads nor overwrites behind the loop, around which there is none, what the store
// w of it writes, and does nothing there either that others could see: the reverse sweep may write it.
func (r results) leftAlone(w *ir.Instr) bool {
	if !r.has(w) {
		return false
	}
	mem := r.mem
	for _, b := range r.behind() {
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.Load:
				if mem.asked++; mem.asked > maxAsked || i.Flags&(ir.Volatile|ir.Atomic) != 0 ||
					!mem.sh.isShadow[i] && mem.clobbers(w, i.Arg(0), mem.fn.m.Layout.StoreSize(i.Typ), i) {
					return false
				}
			case ir.Store:
				if mem.asked++; mem.asked > maxAsked || i.Flags&(ir.Volatile|ir.Atomic) != 0 || !mem.sh.isShadow[i] && !r.apart(w, i) {
					return false
				}
			case ir.Call:
				if k := mem.fn.knownOf(i); (k == nil || !k.Pure) && !mem.fn.env.runtime().Owns(i.CalledFunc()) && !r.freesLocal(i) {
					return false
				}
			case ir.AtomicRMW, ir.CmpXchg, ir.Fence, ir.VAArg, ir.Invoke, ir.CallBr, ir.Resume:
				return false
			}
		}
	}
	return true
}

// behind lists the blocks where control may come from the loop, but for its own.
func (r results) behind() []*ir.Block {
	seen := map[*ir.Block]bool{}
	var list []*ir.Block
	enter := func(b *ir.Block) {
		if !seen[b] && !r.l.Contains(b) {
			seen[b] = true
			list = append(list, b)
		}
	}
	for _, e := range r.l.ExitEdges() {
		enter(e.To)
	}
	for k := 0; k < len(list); k++ {
		for _, b := range list[k].Succs() {
			enter(b)
		}
	}
	return list
}

// freesLocal reports whether i frees an object that the function has made.
func (r results) freesLocal(i *ir.Instr) bool {
	k := r.mem.fn.knownOf(i)
	return k != nil && k.Class == rules.Free && i.NumArgs() > 0 && r.mem.localObject(i.Arg(0)) != nil
}

// ends reports whether the forward sweep ends the object o.
func (mem *memory) ends(o ir.Value) bool {
	return mem.someUse(o, func(i *ir.Instr) bool {
		if i.Op != ir.Call {
			return false
		}
		k := mem.fn.knownOf(i)
		return k != nil && k.Class == rules.Free
	})
}

// someUse reports whether is holds for a user of o or of an address that is
// derived from it.
func (mem *memory) someUse(o ir.Value, is func(*ir.Instr) bool) bool {
	seen := map[ir.Value]bool{}
	work := []ir.Value{o}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(v) {
			switch i := u.User; {
			case mem.leadsInto(i, o):
				if !seen[i] {
					seen[i] = true
					work = append(work, i)
				}
			case is(i):
				return true
			}
		}
	}
	return false
}

// isDeferred reports whether the forward sweep leaves i out.
func (rps *replays) isDeferred(i *ir.Instr) bool {
	if rps.inDeferredLoop(i.Parent) {
		return true
	}
	for _, lc := range rps.deferred {
		if lc.code[i] {
			return true
		}
	}
	return false
}

// inDeferredLoop reports whether b belongs to a loop that only the reverse sweep
// runs.
func (rps *replays) inDeferredLoop(b *ir.Block) bool {
	rp := rps.replayOf(b)
	return rp != nil && rp.deferred != nil
}

// deferredSlot gives the stack slot of a phi that receives deferred values.
func (rps *replays) deferredSlot(top *ir.Builder, phi *ir.Instr) *ir.Instr {
	a := rps.deferredSlots[phi]
	if a == nil {
		a = top.Alloca(phi.Typ, nil, 0)
		rps.deferredSlots[phi] = a
	}
	return a
}

// leaveDeferred stands behind a deferred loop: it computes what the chain computes and
// hands it to the phis of the block behind.
func (lks *lookups) leaveDeferred(lc *deferredCode) {
	vals := map[ir.Value]ir.Value{}
	b := lc.exit
	for lc.chain[b] {
		lks.deferredBlock(b, vals)
		next := b.Term().Blocks[0]
		if next == lc.join {
			for _, phi := range next.Phis() {
				if lc.code[phi] {
					lks.cu.b.Store(lks.deferredVal(phi.Incoming(b), vals), lks.cu.s.rps.deferredSlot(lks.cu.top, phi), 0)
				}
			}
		}
		b = next
	}
}

// deferredResult computes at the end of the sweep what deferred code makes of the
// function's result.
func (lks *lookups) deferredResult(v ir.Value) ir.Value {
	vals := map[ir.Value]ir.Value{}
	for _, b := range ir.RPO(lks.cu.s.fn.p) {
		if lks.cu.s.fn.loops.Of(b) == nil && lks.cu.s.fn.dt.Dominates(b, lks.cu.s.fn.ret.Parent) {
			lks.deferredBlock(b, vals)
		}
	}
	return lks.deferredVal(v, vals)
}

// deferredBlock computes the deferred code of b.
func (lks *lookups) deferredBlock(b *ir.Block, vals map[ir.Value]ir.Value) {
	for _, i := range b.Instrs {
		if !lks.cu.s.rps.isDeferred(i) {
			continue
		}
		if i.Op == ir.Phi {
			vals[i] = lks.cu.b.Load(i.Typ, lks.cu.s.rps.deferredSlot(lks.cu.top, i), 0)
			continue
		}
		c := i.Copy()
		for k := range c.NumArgs() {
			c.SetArg(k, lks.deferredVal(i.Arg(k), vals))
		}
		vals[i] = lks.cu.b.Insert(c)
	}
}

func (lks *lookups) deferredVal(v ir.Value, vals map[ir.Value]ir.Value) ir.Value {
	if x, ok := vals[v]; ok {
		return x
	}
	return lks.fwd.val(v)
}

// deferredStores makes the forward sweep hand the values that are not deferred to phis
// that also receive deferred ones.
func (e *emitter) deferredStores(b *ir.Builder, from *ir.Block) {
	for _, lc := range e.s.rps.deferred {
		if lc.chain[from] {
			continue
		}
		for _, to := range from.Succs() {
			if to != lc.join || to == lc.exit {
				continue
			}
			for _, phi := range to.Phis() {
				if v, ok := phi.Incoming(from).(*ir.Instr); lc.code[phi] && !(ok && e.s.rps.isDeferred(v)) {
					b.Store(e.val(phi.Incoming(from)), e.s.rps.deferredSlot(e.top, phi), 0)
				}
			}
		}
	}
}
