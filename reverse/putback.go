package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// A function that returns its result through a pointer stores it behind the
// loops that made it, and the pointer may lead to what the loops read: memory
// then does not hold any more what they need. But such stores are few. Each
// remembers what it overwrites, its reversal puts that back, and at the end of
// the reverse sweep memory gets what the function leaves there. What loops in
// front of it read may so be read again when they are reversed; only loops,
// since values of theirs are wanted nowhere else.

// maxPutBack is how many stores of a function do so.
const maxPutBack = 8

// mayPutBack reports whether the reversal of w, which may write what load reads,
// is to put back what it overwrote, so that load may be repeated.
func (mem *memory) mayPutBack(w, load *ir.Instr) bool {
	if mem.fn.pair != nil || mem.fn.inout || mem.fn.parallel || mem.fn.ret == nil || mem.fn.loops.Of(load.Parent) == nil || mem.sh.isShadow[load] {
		return false
	}
	if w.Op != ir.Store || mem.sh.isShadow[w] || w.Flags&(ir.Volatile|ir.Atomic) != 0 || !mem.rv.hasReversal(w) ||
		!mem.fn.direct(w) || !w.Arg(0).Type().IsFP() {
		return false
	}
	return true
}

// putAllBack notes stores that are to put back what they overwrite, unless that
// makes too many.
func (mem *memory) putAllBack(stores []*ir.Instr) bool {
	more := 0
	for _, w := range stores {
		if !mem.putsBack[w] {
			more++
		}
	}
	if len(mem.putsBack)+more > maxPutBack {
		return false
	}
	for _, w := range stores {
		mem.putsBack[w] = true
	}
	return true
}

// beforeStore remembers what the store i is about to overwrite.
func (e *emitter) beforeStore(b *ir.Builder, i *ir.Instr) {
	if e.s.mem.putsBack[i] {
		v, p := i.Arg(0), i.Arg(1)
		e.old[i] = e.s.fn.env.accesses(b.Load(v.Type(), e.val(p), int(i.Align)), tape.Primal)
	}
}

// putBack undoes a store of the function's own memory.
func (acs *accesses) putBack(i *ir.Instr) {
	if acs.cu.s.mem.putsBack[i] && !acs.cu.dry {
		acs.cu.s.fn.env.accesses(acs.cu.b.Store(acs.lk.fwd.old[i], acs.lk.fwd.val(i.Arg(1)), int(i.Align)), tape.Primal)
	}
}

// putForward does again, behind the reverse sweep, what was put back.
func (acs *accesses) putForward() {
	for _, b := range ir.RPO(acs.cu.s.fn.p) {
		for _, i := range b.Instrs {
			if acs.cu.s.mem.putsBack[i] {
				acs.cu.s.fn.env.accesses(acs.cu.b.Store(acs.lk.fwd.val(i.Arg(0)), acs.lk.fwd.val(i.Arg(1)), int(i.Align)), tape.Primal)
			}
		}
	}
}
