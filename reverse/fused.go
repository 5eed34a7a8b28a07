package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// fusedState is the state of a replay that runs and reverses the first iteration
// first.
type fusedState struct {
	carried map[*ir.Instr]*carriedPhi
	left    *ir.Instr                 // slot: whether the iteration left the loop
	seeds   []map[*ir.Instr]*ir.Instr // by lane
	adjoint []map[*sum]*ir.Instr      // by lane
	turns   []turn
}

// carriedPhi holds a phi of the header: its value in this iteration and the one
// it will have in the next.
type carriedPhi struct{ now, next *ir.Instr }

// turn is where the forward code of an iteration meets its reversal.
type turn struct {
	block    *ir.Block
	from, to *ir.Block // the edge of the loop that ends the iteration
}

// carries reports whether i is a phi that rp hands from iteration to iteration.
func (rp *replay) carries(i *ir.Instr) bool {
	if i.Op != ir.Phi || i.Parent != rp.loop.Header {
		return false
	}
	for _, phi := range rp.phis {
		if phi == i {
			return true
		}
	}
	return false
}

// put stores v in a slot of its storeType.
func put(b *ir.Builder, slot *ir.Instr, v ir.Value) {
	b.Store(tape.AsStored(b, v, slot.Elem), slot, 0)
}

// get reads a value of type t from a slot of its storeType.
func (cu *cursor) get(slot *ir.Instr, t *ir.Type) ir.Value {
	return tape.AsRead(cu.b, cu.b.Load(slot.Elem, slot, 0), t)
}

func (lks *lookups) fusedState(rp *replay) *fusedState {
	if rp.state == nil {
		rp.state = &fusedState{carried: map[*ir.Instr]*carriedPhi{}, left: lks.cu.slot(ir.I8)}
		for range lks.cu.s.fn.env.Width {
			rp.state.seeds = append(rp.state.seeds, map[*ir.Instr]*ir.Instr{})
			rp.state.adjoint = append(rp.state.adjoint, map[*sum]*ir.Instr{})
		}
	}
	return rp.state
}

// carried gives the slots of a phi that rp carries.
func (lks *lookups) carried(rp *replay, phi *ir.Instr) *carriedPhi {
	a := lks.fusedState(rp)
	if a.carried[phi] == nil {
		t := tape.StoreType(lks.cu.s.fn.m, phi.Typ)
		a.carried[phi] = &carriedPhi{lks.cu.slot(t), lks.cu.slot(t)}
	}
	return a.carried[phi]
}

// beginFused starts with the first iteration: in the entry of the loop, where
// the adjoints of its sums are known.
func (r *reverser) beginFused(rp *replay) {
	a, e := r.lk.fusedState(rp), r.lk.entry(rp.loop)
	r.cu.b.AtEnd(e.block)
	r.cu.loop, r.cu.seg = rp.loop.Parent, e.seg
	r.cu.b.Store(i64(0), e.counter, 8)
	for _, phi := range rp.phis {
		put(r.cu.b, r.lk.carried(rp, phi).now, r.lk.lookup(phi.Incoming(rp.loop.Preheader())))
	}
	for _, sm := range rp.sums {
		r.ad.eachLane(func() {
			total := r.cu.slot(r.cu.s.at.adjType(sm.phi))
			var d ir.Value = none(total.Elem)
			for _, o := range sm.outs {
				seed := r.cu.slot(total.Elem)
				x := r.ad.take(o)
				r.cu.b.Store(x, seed, 0)
				a.seeds[r.cu.s.sh.lane][o] = seed
				d = r.cu.b.FAdd(d, x)
			}
			r.cu.b.Store(d, total, 0)
			a.adjoint[r.cu.s.sh.lane][sm] = total
		})
	}
	r.cu.b.AtEnd(rp.entry)
	r.cu.loop, r.cu.seg = rp.loop, rp.seg
}

// turn gives the block between the end of an iteration's forward code and its
// reversal.
func (lks *lookups) turn(rp *replay, from, to *ir.Block) *ir.Block {
	a := lks.fusedState(rp)
	n := lks.cu.out.NewBlock("llad.turn")
	a.turns = append(a.turns, turn{n, from, to})
	return n
}

// endTurns writes the turns: what the next iteration starts from, and the
// adjoints of the sums where the iteration ends.
func (r *reverser) endTurns(rp *replay, e *emitter) {
	if !rp.fused {
		return
	}
	a := rp.state
	for _, t := range a.turns {
		again := t.to == rp.loop.Header
		r.cu.b.AtEnd(t.block)
		if again {
			r.cu.b.Store(ir.NewInt(ir.I8, 0), a.left, 1)
			for _, phi := range rp.phis {
				v := e.val(phi.Incoming(t.from))
				r.cu.b.AtEnd(t.block)
				put(r.cu.b, r.lk.carried(rp, phi).next, v)
			}
			for _, sm := range rp.sums {
				v := sm.phi.Incoming(t.from)
				r.ad.eachLane(func() {
					total := a.adjoint[r.cu.s.sh.lane][sm]
					r.ad.add(v, r.cu.b.Load(total.Elem, total, 0))
				})
			}
		} else {
			r.cu.b.Store(ir.NewInt(ir.I8, 1), a.left, 1)
			for _, sm := range rp.sums {
				for _, o := range sm.outs {
					r.ad.eachLane(func() {
						seed := a.seeds[r.cu.s.sh.lane][o]
						r.ad.add(o, r.cu.b.Load(seed.Elem, seed, 0))
					})
				}
			}
			if rp.deferred != nil {
				for _, phi := range t.to.Phis() {
					v := e.val(phi.Incoming(t.from))
					r.cu.b.AtEnd(t.block)
					r.cu.b.Store(v, r.cu.s.rps.deferredSlot(r.cu.top, phi), 0)
				}
			}
		}
		r.cu.b.Br(r.block(t.from))
	}
}

// endFused ends the reversal of an iteration: after the one that left the loop
// it goes on before the loop, after any other to the next.
func (r *reverser) endFused(rp *replay, phis []*ir.Instr, adjs []ir.Value) {
	l, a, e := rp.loop, r.lk.fusedState(rp), r.lk.entry(rp.loop)
	leave, again := r.cu.out.NewBlock("llad.left"), r.cu.out.NewBlock("llad.next")
	r.cu.b.CondBr(r.cu.b.ICmp(ir.NE, r.cu.b.Load(ir.I8, a.left, 1), ir.NewInt(ir.I8, 0)), leave, again)

	r.cu.at(again, l)
	r.cu.b.Store(r.cu.b.Add(r.cu.b.Load(ir.I64, e.counter, 8), i64(1)), e.counter, 8)
	for _, phi := range rp.phis {
		c := r.lk.carried(rp, phi)
		r.cu.b.Store(r.cu.b.Load(c.next.Elem, c.next, 0), c.now, 0)
	}
	r.cu.b.Br(r.replayEntry(rp))

	r.cu.at(leave, l.Parent)
	r.ad.passOn(phis, adjs, l.Preheader())
	if rp.deferred != nil && !r.cu.dry {
		r.lk.leaveDeferred(rp.deferred)
	}
	r.endNest(l)
	r.cu.b.Br(r.block(l.Preheader()))
}

// replayEntry gives the block where an iteration is run again, made when new;
// the blocks from which its reversal starts are then visited too.
func (r *reverser) replayEntry(rp *replay) *ir.Block {
	if rp.entry == nil {
		r.cu.segs++
		rp.entry, rp.seg = r.cu.out.NewBlock("llad.replay"), r.cu.segs
		r.block(rp.loop.Latch())
		for _, e := range rp.loop.ExitEdges() {
			if r.cu.s.fn.reach[e.To] {
				r.block(e.From)
			}
		}
	}
	return rp.entry
}

// emitReplay writes the code that runs an iteration again.
func (r *reverser) emitReplay(rp *replay) {
	s, l := r.cu.s, rp.loop
	r.cu.b.AtEnd(rp.entry)
	r.cu.b.Flags = 0
	r.cu.loop, r.cu.seg = l, rp.seg
	r.undoIteration(rp)
	for _, o := range rp.objects {
		if o.once {
			r.bringBack(rp, o)
			continue
		}
		size := r.lk.lookup(o.size)
		from := r.cu.b.Offset(r.lk.lookup(o.save), r.cu.b.Mul(r.lk.fetchOnce(s.cf.counter[l], r.cu.seg), size))
		r.cu.b.MemCpy(r.lk.lookup(o.object), from, size)
	}
	if rp.fused {
		r.beginFused(rp)
	}
	e := newEmitter(s, r.cu.out, r.cu.top)
	e.rp = rp
	e.input = func(v ir.Value) ir.Value {
		r.cu.b.AtEnd(rp.entry)
		r.cu.loop, r.cu.seg = l, rp.seg
		return r.lk.lookup(v)
	}
	e.target = func(from, to *ir.Block) *ir.Block {
		switch {
		case rp.fused && (to == l.Header || !l.Contains(to) && s.fn.reach[to]):
			return r.lk.turn(rp, from, to)
		case to == l.Header:
			return r.block(from)
		case l.Contains(to):
			return e.blocks[to]
		case s.fn.reach[to]:
			return r.block(from)
		}
		if r.never == nil {
			r.never = r.cu.out.NewBlock("llad.never")
			ir.NewBuilder(r.never).Unreachable()
		}
		return r.never
	}
	e.runLoop()
	r.endTurns(rp, e)
	r.cu.b.AtEnd(rp.entry)
	r.cu.b.Br(e.blocks[l.Header])
}

// bringBack puts back, where the reverse sweep enters the loop, what an object held that its iterations only read.
func (r *reverser) bringBack(rp *replay, o *savedObject) {
	e := r.lk.entry(rp.loop)
	r.cu.b.AtEnd(e.block)
	r.cu.loop, r.cu.seg = rp.loop.Parent, e.seg
	r.cu.b.MemCpy(r.lk.lookup(o.object), r.lk.lookup(o.save), r.lk.lookup(o.size))
	r.cu.b.AtEnd(rp.entry)
	r.cu.loop, r.cu.seg = rp.loop, rp.seg
}

// waiting gives the stack slot in which the replayed value v waits for its
// reversal.
func (lks *lookups) waiting(rp *replay, v ir.Value) *ir.Instr {
	if a := rp.slots[v]; a != nil {
		return a
	}
	a := lks.cu.slot(tape.StoreType(lks.cu.s.fn.m, v.Type()))
	rp.slots[v] = a
	return a
}
