package reverse

import (
	"maps"
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
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
const maxPutBack = 32

// mayPutBack reports whether the reversal of w, which may write what load reads,
// is to put back what it overwrote, so that load may be repeated.
func (mem *memory) mayPutBack(w, load *ir.Instr) bool {
	return mem.mayUndo(w, load) && mem.fn.direct(w)
}

// mayUndo reports whether w is a store that the reversal may undo, so that load may be repeated.
func (mem *memory) mayUndo(w, load *ir.Instr) bool {
	if mem.fn.pair != nil || mem.fn.inout || mem.fn.parallel || mem.fn.ret == nil || mem.fn.loops.Of(load.Parent) == nil || mem.sh.isShadow[load] {
		return false
	}
	return w.Op == ir.Store && !mem.sh.isShadow[w] && w.Flags&(ir.Volatile|ir.Atomic) == 0 && mem.rv.hasReversal(w) &&
		w.Arg(0).Type().Scalar().IsFP() && !w.Arg(0).Type().Scalable
}

// lanes is how many floats the store w writes.
func lanes(w *ir.Instr) int64 {
	if t := w.Arg(0).Type(); t.IsVector() {
		return t.Len
	}
	return 1
}

// putAllBack notes stores that are to put back what they overwrite, unless that
// makes too many.
func (mem *memory) putAllBack(stores []*ir.Instr) bool {
	more := 0
	for _, w := range stores {
		if mem.fn.direct(w) && !mem.putsBack[w] {
			more++
		}
	}
	if len(mem.putsBack)+more > maxPutBack || !mem.logged.oneType(stores) {
		return false
	}
	for _, w := range stores {
		if mem.fn.direct(w) {
			mem.putsBack[w] = true
		} else {
			mem.logged.enter(w)
		}
	}
	return true
}

// beforeStore remembers what the store i is about to overwrite.
func (e *emitter) beforeStore(b *ir.Builder, i *ir.Instr) {
	logged := e.s.mem.logged.holds(i)
	if !logged && !e.s.mem.putsBack[i] {
		return
	}
	at := e.val(i.Arg(1))
	e.old[i] = e.s.fn.env.accesses(b.Load(i.Arg(0).Type(), at, int(i.Align)), tape.Primal)
	if logged {
		e.s.mem.logged.add(b, b.Cast(ir.BitCast, at, e.s.fn.m.Ptr()), e.old[i])
	}
}

// add enters what is at p, one float or the lanes of a vector.
func (lg *undoLog) add(b *ir.Builder, p, old ir.Value) {
	f := lg.mem.fn.env.runtime().LogFunc(lg.elem)
	if !old.Type().IsVector() {
		b.CallFunc(f, lg.log, p, old)
		return
	}
	for k := range old.Type().Len {
		b.CallFunc(f, lg.log, b.Offset(p, i64(k*lg.mem.fn.m.Layout.StoreSize(lg.elem))), b.ExtractElement(old, i64(k)))
	}
}

// putBack undoes a store of the function's own memory.
func (acs *accesses) putBack(i *ir.Instr) {
	switch s := acs.cu.s; {
	case acs.cu.dry:
	case s.mem.logged.holds(i):
		if s.rps.replayOf(i.Parent) == nil {
			for range lanes(i) {
				acs.cu.b.CallFunc(s.fn.env.runtime().LogBackFunc(s.mem.logged.elem), s.mem.logged.log)
			}
		}
	case s.mem.putsBack[i]:
		acs.exchange(i)
	}
}

// exchange writes what fwd.old has for the store i, and notes there what memory held: a store behind i
// that is not undone may have written it.
func (acs *accesses) exchange(i *ir.Instr) {
	b, env, at := acs.cu.b, acs.cu.s.fn.env, acs.lk.fwd.val(i.Arg(1))
	old := acs.lk.fwd.old[i]
	acs.lk.fwd.old[i] = env.accesses(b.Load(old.Type(), at, int(i.Align)), tape.Primal)
	env.accesses(b.Store(old, at, int(i.Align)), tape.Primal)
}

// putForward leaves, behind the reverse sweep, what memory held before anything was put back.
func (acs *accesses) putForward() {
	for _, b := range ir.RPO(acs.cu.s.fn.p) {
		for _, i := range b.Instrs {
			if acs.cu.s.mem.putsBack[i] && !acs.cu.s.mem.logged.holds(i) {
				acs.exchange(i)
			}
		}
	}
}

// Stores in loops may write what deeper loops read, for all that is known: results of items that
// are read through indices from memory, rows that are replaced in place. To keep all that the deeper loops
// read takes much more than what the stores overwrite. Such a store enters its address and what it overwrites
// into a log, and its reversal exchanges that with what memory holds: the reverse sweep
// then finds memory as it was, wherever it is. Behind it the log is exchanged
// once more, forward, which leaves memory as the function does.
//
// A load may be repeated so if none of the stores is in its own loop: while the
// loop around a load is reversed, none of them is undone. An iteration that is run again before it is reversed (see
// replay) undoes all of its stores first.

// undoLog has the stores of a function that a log holds.
type undoLog struct {
	mem    *memory
	stores map[*ir.Instr]bool
	elem   *ir.Type // what they store
	closed bool     // no more are taken
	log    ir.Value // its address
}

// maxLogged is how many stores of a function a log holds.
const maxLogged = 32

// mayHold reports whether w, which may write what load reads, is or may be entered into the log,
// so that load may be repeated.
func (lg *undoLog) mayHold(w, load *ir.Instr) bool {
	mem := lg.mem
	in, at := mem.fn.loops.Of(load.Parent), mem.fn.loops.Of(w.Parent)
	if !mem.mayUndo(w, load) || in.Contains(w.Parent) {
		return false
	}
	if lg.stores[w] {
		return true
	}
	depth := 0
	if at != nil {
		depth = at.Depth
	}
	t := w.Arg(0).Type().Scalar()
	return !lg.closed && len(lg.stores) < maxLogged && depth < in.Depth && (t == ir.Double || t == ir.Float) &&
		mem.localObject(w.Arg(1)) == nil && !mem.rv.swaps.undoes(w) // to undo it once is enough
}

// oneType reports whether the log holds nothing with these stores as well, or only floats of one type.
func (lg *undoLog) oneType(stores []*ir.Instr) bool {
	var types []*ir.Type
	logs := len(lg.stores) > 0
	for _, w := range stores {
		types, logs = append(types, w.Arg(0).Type().Scalar()), logs || !lg.mem.fn.direct(w)
	}
	for w := range lg.mem.putsBack {
		types = append(types, w.Arg(0).Type().Scalar())
	}
	if lg.elem != nil {
		types = append(types, lg.elem)
	}
	return !logs || !slices.ContainsFunc(types, func(t *ir.Type) bool { return t != types[0] })
}

// enter has the log hold w: loads that it stood in the way of may be repeated now.
func (lg *undoLog) enter(w *ir.Instr) {
	if lg.stores[w] {
		return
	}
	if lg.stores == nil {
		lg.stores = map[*ir.Instr]bool{}
	}
	lg.stores[w], lg.elem = true, w.Arg(0).Type().Scalar()
	maps.DeleteFunc(lg.mem.reload, func(_ *ir.Instr, again bool) bool { return !again })
}

// holds reports whether the log holds what w overwrites. Where there is a log it holds that of stores
// outside of loops, too: all are done again in their order.
func (lg *undoLog) holds(w *ir.Instr) bool {
	return lg.stores[w] || len(lg.stores) > 0 && lg.mem.putsBack[w]
}

// filledIn reports whether iterations of l enter something into the log.
func (lg *undoLog) filledIn(l *analysis.Loop) bool {
	for w := range lg.stores {
		if l.Contains(w.Parent) {
			return true
		}
	}
	return false
}

// readBefore reports whether load i of loop l reads what was there when the iteration
// began, as far as stores are concerned that the log holds.
func (lg *undoLog) readBefore(l *analysis.Loop, i *ir.Instr) bool {
	mem := lg.mem
	size := mem.fn.m.Layout.StoreSize(i.Typ)
	for w := range lg.stores {
		if l.Contains(w.Parent) && mem.followsWithin(l, w, i) && mem.clobbers(w, i.Arg(0), size, i) {
			return false
		}
	}
	return true
}

// beginLog makes an empty log, and gives what writes its end in front of what end writes.
func (s *synth) beginLog(top *ir.Builder, end func(*ir.Builder)) func(*ir.Builder) {
	lg := s.mem.logged
	if len(lg.stores) == 0 {
		return end
	}
	rt := s.fn.env.runtime()
	lg.log = top.Cast(ir.BitCast, top.Alloca(s.fn.m.Types.Array(ir.I64, tape.LogSize/8), nil, 8), s.fn.m.Ptr())
	top.MemSet(lg.log, i64(tape.LogSize))
	return func(b *ir.Builder) {
		b.CallFunc(rt.LogEndFunc(lg.elem), lg.log)
		end(b)
	}
}

// markIteration enters into the log where an iteration begins that is run again before it is reversed.
func (e *emitter) markIteration(b *ir.Builder, blk *ir.Block) {
	l, lg := e.s.fn.loops.Of(blk), e.s.mem.logged
	if e.rp != nil || l == nil || l.Header != blk || e.s.rps.replays[l] == nil || !lg.filledIn(l) {
		return
	}
	b.CallFunc(e.s.fn.env.runtime().LogFunc(lg.elem), lg.log, ir.Zero(e.s.fn.m.Ptr()), ir.Zero(lg.elem))
}

// undoIteration undoes the stores of an iteration that is about to be run again.
func (r *reverser) undoIteration(rp *replay) {
	if s := r.cu.s; s.mem.logged.filledIn(rp.loop) {
		r.cu.b.CallFunc(s.fn.env.runtime().LogUndoFunc(s.mem.logged.elem), s.mem.logged.log)
	}
}
