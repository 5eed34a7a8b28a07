package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// ascent is the state of a replay that runs and reverses the first iteration
// first.
type ascent struct {
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
func (r *reverser) get(slot *ir.Instr, t *ir.Type) ir.Value {
	return tape.AsRead(r.b, r.b.Load(slot.Elem, slot, 0), t)
}

func (r *reverser) ascent(rp *replay) *ascent {
	if rp.state == nil {
		rp.state = &ascent{carried: map[*ir.Instr]*carriedPhi{}, left: r.slot(ir.I8)}
		for range r.s.fn.env.Width {
			rp.state.seeds = append(rp.state.seeds, map[*ir.Instr]*ir.Instr{})
			rp.state.adjoint = append(rp.state.adjoint, map[*sum]*ir.Instr{})
		}
	}
	return rp.state
}

// carried gives the slots of a phi that rp carries.
func (r *reverser) carried(rp *replay, phi *ir.Instr) *carriedPhi {
	a := r.ascent(rp)
	if a.carried[phi] == nil {
		t := tape.StoreType(r.s.fn.m, phi.Typ)
		a.carried[phi] = &carriedPhi{r.slot(t), r.slot(t)}
	}
	return a.carried[phi]
}

// beginAscent starts with the first iteration: in the entry of the loop, where
// the adjoints of its sums are known.
func (r *reverser) beginAscent(rp *replay) {
	a, e := r.ascent(rp), r.entry(rp.loop)
	r.b.AtEnd(e.block)
	r.loop, r.seg = rp.loop.Parent, e.seg
	r.b.Store(i64(0), e.counter, 8)
	for _, phi := range rp.phis {
		put(r.b, r.carried(rp, phi).now, r.lookup(phi.Incoming(rp.loop.Preheader())))
	}
	for _, sm := range rp.sums {
		r.eachLane(func() {
			total := r.slot(r.s.at.adjType(sm.phi))
			var d ir.Value = none(total.Elem)
			for _, o := range sm.outs {
				seed := r.slot(total.Elem)
				x := r.take(o)
				r.b.Store(x, seed, 0)
				a.seeds[r.s.sh.lane][o] = seed
				d = r.b.FAdd(d, x)
			}
			r.b.Store(d, total, 0)
			a.adjoint[r.s.sh.lane][sm] = total
		})
	}
	r.b.AtEnd(rp.entry)
	r.loop, r.seg = rp.loop, rp.seg
}

// turn gives the block between the end of an iteration's forward code and its
// reversal.
func (r *reverser) turn(rp *replay, from, to *ir.Block) *ir.Block {
	a := r.ascent(rp)
	n := r.out.NewBlock("llad.turn")
	a.turns = append(a.turns, turn{n, from, to})
	return n
}

// endTurns writes the turns: what the next iteration starts from, and the
// adjoints of the sums where the iteration hands them on.
func (r *reverser) endTurns(rp *replay, e *emitter) {
	if !rp.ascends {
		return
	}
	a := rp.state
	for _, t := range a.turns {
		again := t.to == rp.loop.Header
		r.b.AtEnd(t.block)
		if again {
			r.b.Store(ir.NewInt(ir.I8, 0), a.left, 1)
			for _, phi := range rp.phis {
				v := e.val(phi.Incoming(t.from))
				r.b.AtEnd(t.block)
				put(r.b, r.carried(rp, phi).next, v)
			}
			for _, sm := range rp.sums {
				v := sm.phi.Incoming(t.from)
				r.eachLane(func() {
					total := a.adjoint[r.s.sh.lane][sm]
					r.add(v, r.b.Load(total.Elem, total, 0))
				})
			}
		} else {
			r.b.Store(ir.NewInt(ir.I8, 1), a.left, 1)
			for _, sm := range rp.sums {
				for _, o := range sm.outs {
					r.eachLane(func() {
						seed := a.seeds[r.s.sh.lane][o]
						r.add(o, r.b.Load(seed.Elem, seed, 0))
					})
				}
			}
			if rp.late != nil {
				for _, phi := range t.to.Phis() {
					v := e.val(phi.Incoming(t.from))
					r.b.AtEnd(t.block)
					r.b.Store(v, r.s.rps.lateSlot(r.top, phi), 0)
				}
			}
		}
		r.b.Br(r.block(t.from))
	}
}

// ascend ends the reversal of an iteration: after the one that left the loop
// it goes on before the loop, after any other to the next.
func (r *reverser) ascend(rp *replay, phis []*ir.Instr, adjs []ir.Value) {
	l, a, e := rp.loop, r.ascent(rp), r.entry(rp.loop)
	leave, again := r.out.NewBlock("llad.left"), r.out.NewBlock("llad.next")
	r.b.CondBr(r.b.ICmp(ir.NE, r.b.Load(ir.I8, a.left, 1), ir.NewInt(ir.I8, 0)), leave, again)

	r.at(again, l)
	r.b.Store(r.b.Add(r.b.Load(ir.I64, e.counter, 8), i64(1)), e.counter, 8)
	for _, phi := range rp.phis {
		c := r.carried(rp, phi)
		r.b.Store(r.b.Load(c.next.Elem, c.next, 0), c.now, 0)
	}
	r.b.Br(r.replayEntry(rp))

	r.at(leave, l.Parent)
	r.passOn(phis, adjs, l.Preheader())
	if rp.late != nil && !r.dry {
		r.leaveLate(rp.late)
	}
	r.endNest(l)
	r.b.Br(r.block(l.Preheader()))
}
