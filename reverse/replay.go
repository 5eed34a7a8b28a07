package reverse

import (
	"github.com/llad-ad/llad/cache"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
)

// replay is a loop whose iterations keep nothing of their inside: the reverse
// sweep runs the forward code of an iteration again, right before it reverses
// that iteration. The tape then is that of one iteration.
//
// What an iteration starts from must be at hand again: loop counters and what
// is affine in them; other values carried around the loop, kept one per
// iteration; memory that nothing overwrites; and local objects that iterations
// overwrite, whose content is saved as each iteration finds it.
type replay struct {
	loop    *analysis.Loop
	code    map[*ir.Instr]bool // what is run again
	inputs  []ir.Value         // values from outside of the iteration that it reads
	objects []*savedObject
	found   []ir.Value // the local objects that it reads, saved or not
	entry   *ir.Block  // the reverse sweep: where an iteration is run again
	seg     int
	slots   map[ir.Value]*ir.Instr // values of the loop's own level that the reversal reads
	kept    int                    // how deep the loops are that would keep values

	// Where the order of iterations does not matter, the first one is run and
	// reversed first: what the loop carries from one to the next is at hand.
	ascends bool
	phis    []*ir.Instr // of the header, that iterations read
	sums    []*sum
	late    *lateCode // the forward sweep leaves the loop out
	state   *ascent
}

// savedObject is a local object whose content every iteration saves.
type savedObject struct {
	object ir.Value
	size   ir.Value  // i64, known before the loop
	save   *ir.Instr // the array of saved contents

	needless bool // every iteration writes what it reads
}

// chooseReplays picks the outermost loops that may be replayed and for which
// that saves running them in the forward sweep or keeping values of inner loops.
func (rps *replays) chooseReplays(needed []ir.Value, plan *cache.Plan) {
	kept := map[*analysis.Loop]*keptIn{}
	for _, v := range plan.Values() {
		if i, ok := v.(*ir.Instr); ok {
			noteKept(kept, i, rps.fn.loops.Of(i.Parent))
		}
	}
	for _, l := range rps.fn.allLoops() {
		if !rps.cf.loopWork[l] || rps.replayOf(l.Header) != nil {
			continue
		}
		if rp := rps.bestReplay(l, needed, kept[l]); rp != nil {
			rps.replays[l] = rp
			rps.saveObjects(rp)
			if rp.late != nil {
				rps.lates = append(rps.lates, rp.late)
			}
		}
	}
}

// bestReplay gives the cheapest way to replay l, whose iterations would keep so much
// without, nil if there is none or it is not worth while.
func (rps *replays) bestReplay(l *analysis.Loop, needed []ir.Value, kept *keptIn) *replay {
	sums, ascends := rps.sumsOf(l)
	// What is added up in the order of the iterations must be so whatever the strategy.
	ascends = ascends && rps.fn.env.checkpoints.None()
	if ascends {
		if lc := rps.findLate(l, needed); lc != nil {
			if rp := rps.tryReplay(&replay{loop: l, ascends: true, sums: sums, late: lc}, needed); rp != nil {
				return rp
			}
		}
	}
	if kept == nil || kept.deepest <= l.Depth || rps.keepsLittle(l, kept) {
		return nil
	}
	if ascends {
		if rp := rps.tryReplay(&replay{loop: l, ascends: true, sums: sums}, needed); rp != nil {
			return rp
		}
	}
	return rps.tryReplay(&replay{loop: l, kept: kept.deepest}, needed)
}

// replayNeeds adds to the needed values what replaying needs.
func (rps *replays) replayNeeds(needed []ir.Value) []ir.Value {
	out := append([]ir.Value(nil), needed...)
	seen := map[ir.Value]bool{}
	for _, v := range out {
		seen[v] = true
	}
	add := func(v ir.Value) {
		if !ir.IsConstant(v) && v != rps.fn.tape && !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	for _, l := range rps.fn.allLoops() {
		if rp := rps.replays[l]; rp != nil {
			for _, v := range rp.inputs {
				add(v)
			}
			for _, o := range rp.objects {
				add(o.object)
				add(o.size)
				add(o.save)
			}
		}
	}
	return out
}

// replayOf gives the replay whose loop contains b, nil if none.
func (rps *replays) replayOf(b *ir.Block) *replay {
	for l := rps.fn.loops.Of(b); l != nil; l = l.Parent {
		if rp := rps.replays[l]; rp != nil {
			return rp
		}
	}
	return nil
}

// replayed gives the replay that computes i again, nil when i's value comes
// from the forward sweep. The phis of the loop's header are given, not computed.
func (rps *replays) replayed(i *ir.Instr) *replay {
	rp := rps.replayOf(i.Parent)
	if rp == nil || i.Op == ir.Phi && i.Parent == rp.loop.Header && !rp.ascends {
		return nil
	}
	return rp
}

// insideReplay reports whether l is a loop inside of one that is replayed.
func (rps *replays) insideReplay(l *analysis.Loop) bool {
	return l.Parent != nil && rps.replayOf(l.Parent.Header) != nil
}

// tryReplay finds out whether the iterations of rp's loop can be run again for
// the values that are needed, and with what.
func (rps *replays) tryReplay(rp *replay, needed []ir.Value) *replay {
	l := rp.loop
	if rps.fn.pair != nil || rps.cf.counter[l] == nil || rps.cf.trip[l] == nil && !rp.ascends {
		return nil
	}
	for _, e := range l.ExitEdges() {
		if rps.fn.loops.Of(e.From) != l && rps.fn.reach[e.To] {
			return nil
		}
	}
	rp.code, rp.slots = map[*ir.Instr]bool{}, map[ir.Value]*ir.Instr{}
	var stack []*ir.Instr
	inputs := map[ir.Value]bool{}
	var want func(v ir.Value)
	want = func(v ir.Value) {
		if ir.IsConstant(v) || v == rps.fn.tape {
			return
		}
		i, ok := v.(*ir.Instr)
		if ok && rp.ascends && i.Op == ir.Phi && i.Parent == l.Header && !rps.cf.isCounter(i) {
			if !rp.carries(i) {
				rp.phis = append(rp.phis, i)
				want(i.Incoming(l.Preheader()))
				want(i.Incoming(l.Latch()))
			}
			return
		}
		if !ok || !l.Contains(i.Parent) || i.Op == ir.Phi && i.Parent == l.Header {
			if !inputs[v] {
				inputs[v] = true
				rp.inputs = append(rp.inputs, v)
			}
			return
		}
		if !rp.code[i] {
			rp.code[i] = true
			stack = append(stack, i)
		}
	}
	for _, v := range needed {
		if i, ok := v.(*ir.Instr); ok && l.Contains(i.Parent) && !rps.cf.isCounter(i) {
			want(v)
		}
	}
	for _, in := range rps.fn.allLoops() {
		if in != l && l.Contains(in.Header) && rps.cf.counter[in] != nil {
			want(rps.cf.counter[in])
		}
	}
	var stores []*ir.Instr
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			switch {
			case rps.rv.actions[i] != nil || rps.rv.calls[i] != nil:
				return nil
			case i.Op == ir.Alloca || i.Op == ir.Invoke || i.Op == ir.IndirectBr || i.Op == ir.CallBr:
				return nil
			case i.Op == ir.Store && rps.sh.isShadow[i]:
				return nil
			case i.Op == ir.Store || i.Op == ir.Call && rps.mem.writes(i):
				stores = append(stores, i)
			case i.Op.IsTerminator():
				for k := range i.NumArgs() {
					want(i.Arg(k))
				}
			}
		}
	}
	if rp.late != nil {
		for _, phi := range rp.late.exit.Phis() {
			for k := range phi.NumArgs() {
				want(phi.Arg(k))
			}
		}
		for _, st := range stores {
			if !rp.code[st] {
				rp.code[st] = true
				stack = append(stack, st)
			}
		}
	}
	objects := map[ir.Value]*savedObject{}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for k := range i.NumArgs() {
			want(i.Arg(k))
		}
		switch i.Op {
		case ir.Load:
			if i.Flags&(ir.Volatile|ir.Atomic) != 0 {
				return nil
			}
			if rp.late != nil || rps.mem.reloadable(i) {
				continue
			}
			o := rps.mem.localObject(i.Arg(0))
			if o == nil || rps.sh.isShadow[i] {
				return nil
			}
			fresh := rps.mem.writtenFirst(i, o, l, stores)
			if obj := objects[o]; obj != nil {
				obj.needless = obj.needless && fresh
				continue
			}
			objects[o] = &savedObject{object: o, needless: fresh}
			rp.objects = append(rp.objects, objects[o])
			rp.found = append(rp.found, o)
			for _, st := range stores {
				if p := rps.mem.writtenObject(st); p == o {
					if !rp.code[st] {
						rp.code[st] = true
						stack = append(stack, st)
					}
				} else if p == nil && rps.mem.clobbers(st, i.Arg(0), rps.fn.m.Layout.StoreSize(i.Typ), i) {
					return nil
				}
			}
		case ir.Call:
			if k := rps.fn.knownOf(i); rps.mem.writtenObject(i) == nil && (k == nil || !k.Pure) {
				return nil
			}
		}
	}
	if rp = rps.sizeObjects(rp); rp != nil && rp.ascends && len(rp.objects) > 0 {
		return nil // the second iteration would find what the last one left
	}
	return rp
}

// orNowhere makes an object that is made only where it has bytes the address that
// leads nowhere and no bytes where it is not, before the loop with the given
// preheader; false when it cannot.
func (rps *replays) orNowhere(o *savedObject, pre *ir.Block) bool {
	made := o.object.(*ir.Instr)
	if rps.fn.dt.Dominates(made.Parent, pre) {
		return true
	}
	for u := range ir.Uses(made) {
		phi := u.User
		if phi.Op != ir.Phi || !rps.fn.dt.Dominates(phi.Parent, pre) || rps.fn.loops.Of(phi.Parent) != rps.fn.loops.Of(made.Parent) {
			continue
		}
		size, ok := ir.NewInstr(ir.Phi, ir.I64), true
		for k, from := range phi.Blocks {
			a := phi.Arg(k)
			if a == ir.Value(made) {
				size.AddIncoming(o.size, from)
			} else {
				size.AddIncoming(i64(0), from)
			}
			ok = ok && (a == ir.Value(made) || analysis.LeadsNowhere(a))
		}
		if ok {
			phi.Parent.InsertAt(0, size)
			rps.sh.isShadow[size] = true
			o.object, o.size = phi, size
			return true
		}
		size.DropArgs()
	}
	return false
}

// maxSaved is how many bytes of objects of constant size an iteration may save.
const maxSaved = 512

// sizeObjects leaves those objects whose content has to be saved; nil when they
// are large or their size is not known.
func (rps *replays) sizeObjects(rp *replay) *replay {
	saved, total := rp.objects[:0], int64(0)
	for _, o := range rp.objects {
		if o.needless {
			continue
		}
		if o.size = rps.mem.objectSize(o.object, rp.loop); o.size == nil {
			return nil
		}
		n, ok := ir.IntValue(o.size)
		if total += n; !ok && !rps.walkedOver(rp, o.object) || total > maxSaved || !rps.orNowhere(o, rp.loop.Preheader()) {
			return nil
		}
		saved = append(saved, o)
	}
	rp.objects = saved
	return rp
}

// walkedOver reports whether saving the object o, of any size, in every iteration
// costs less than what loops inside would keep: iterations go over all of it
// anyway, in a loop that is not as deep as those are.
func (rps *replays) walkedOver(rp *replay, o ir.Value) bool {
	return rps.mem.someUse(o, func(i *ir.Instr) bool {
		in := rps.fn.loops.Of(i.Parent)
		if i.Op != ir.Load && rps.mem.writtenObject(i) != o || in == nil || in == rp.loop || in.Depth >= rp.kept || !rp.loop.ContainsLoop(in) {
			return false
		}
		for in.Parent != rp.loop {
			in = in.Parent
		}
		return rps.mem.everyTime(rp.loop, in.Header) && rps.mem.ranges().WalksOver(i, rp.loop)
	})
}

// everyTime reports whether the iterations of l come to block b, as far as they do
// not leave it out by a condition that is the same in all of them.
func (mem *memory) everyTime(l *analysis.Loop, b *ir.Block) bool {
	seen := map[*ir.Block]bool{b: true}
	work := []*ir.Block{l.Header}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		if x == l.Latch() {
			return false
		}
		if t := x.Term(); t.Op == ir.Br && len(t.Blocks) == 2 && l.Invariant(t.Arg(0)) && mem.fn.dt.Dominates(x, b) {
			continue
		}
		for _, next := range x.Succs() {
			if l.Contains(next) {
				work = append(work, next)
			}
		}
	}
	return true
}

// writtenFirst reports whether every iteration of l writes what load reads of
// the local object o before it reads it.
func (mem *memory) writtenFirst(load *ir.Instr, o ir.Value, l *analysis.Loop, stores []*ir.Instr) bool {
	var writers []*ir.Instr
	for _, st := range stores {
		if mem.writtenObject(st) == o {
			writers = append(writers, st)
		}
	}
	return mem.ranges().Written(load, l, writers)
}

// localObject gives the stack or heap object of this function that p leads
// into and that nobody else knows of, nil if it is none.
func (mem *memory) localObject(p ir.Value) ir.Value {
	i, ok := mem.objectOf(p).(*ir.Instr)
	if !ok {
		return nil
	}
	switch i.Op {
	case ir.Alloca:
	case ir.Phi:
		if !mem.mergedObject(i) {
			return nil
		}
	case ir.Call, ir.Invoke:
		if k := mem.fn.knownOf(i); (k == nil || k.Class != rules.Alloc || checkpoint.IsPool(i, checkpoint.PoolAlloc)) && !mem.rv.isPushed(i) {
			return nil
		}
	default:
		return nil
	}
	if !mem.stays(i, i, map[ir.Value]bool{}) {
		return nil
	}
	return i
}

// leadsInto reports whether i only hands on an address in the object o.
func (mem *memory) leadsInto(i *ir.Instr, o ir.Value) bool {
	return i.Op == ir.GetElementPtr || i.Op == ir.BitCast || i.Op == ir.Phi && mem.objectOf(i) == o
}

// objectOf gives the value that the address p is computed from.
func (mem *memory) objectOf(p ir.Value) ir.Value {
	for {
		i, ok := p.(*ir.Instr)
		if !ok {
			return p
		}
		switch i.Op {
		case ir.GetElementPtr, ir.BitCast:
			p = i.Arg(0)
		case ir.Phi:
			if p = analysis.NotNull(i, mem.fn.loops); p == i {
				p = analysis.OneObject(i, mem.fn.loops)
			}
			if p == i {
				return p
			}
		default:
			return p
		}
	}
}

// stays reports whether the address v, in the object o, is only used to load,
// store, compare and end the object.
func (mem *memory) stays(o, v ir.Value, seen map[ir.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	for u := range ir.Uses(v) {
		switch i := u.User; i.Op {
		case ir.Load, ir.ICmp:
		case ir.PtrToInt:
			if !mem.onlyCompared(i, 0) {
				return false
			}
		case ir.Store:
			if u.Index() == 0 {
				return false
			}
		case ir.GetElementPtr, ir.BitCast, ir.Phi:
			if i.Op == ir.Phi && !mem.fn.reach[i.Parent] && mem.onlyEnded(i, 0) {
				continue
			}
			if !mem.leadsInto(i, o) || !mem.stays(o, i, seen) {
				return false
			}
		case ir.Call:
			if k := mem.fn.knownOf(i); mem.writtenObject(i) == nil && (k == nil || k.Class != rules.Free && k.Class != rules.Inactive) &&
				!mem.fn.env.runtime().IsDefer(i.CalledFunc()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// onlyEnded reports whether nothing is done with the address v but to end its
// object, as on the way of a panic.
func (mem *memory) onlyEnded(v ir.Value, depth int) bool {
	for u := range ir.Uses(v) {
		i := u.User
		k := mem.fn.knownOf(i)
		switch {
		case i.Op == ir.ICmp:
		case i.Op == ir.Call && (k != nil && k.Class == rules.Free || mem.fn.env.runtime().IsDefer(i.CalledFunc())):
		case i.Op != ir.Phi || depth > 4 || !mem.onlyEnded(i, depth+1):
			return false
		}
	}
	return true
}

// onlyCompared reports whether nothing is made of the integer v but differences
// and conditions, or the size of what is freed.
func (mem *memory) onlyCompared(v ir.Value, depth int) bool {
	for u := range ir.Uses(v) {
		switch i := u.User; i.Op {
		case ir.ICmp:
		case ir.Add, ir.Sub, ir.And, ir.AShr, ir.LShr, ir.Shl, ir.Phi, ir.UDiv, ir.SDiv, ir.Mul, ir.Select:
			if mem.isDistance(i) {
				continue
			}
			if depth > 12 || !mem.onlyCompared(i, depth+1) {
				return false
			}
		case ir.Call:
			rt, k := mem.fn.env.runtime(), mem.fn.knownOf(i)
			if (k == nil || k.Class != rules.Free) && !rt.IsDefer(i.CalledFunc()) && !rt.IsPush(i.CalledFunc()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isDistance reports whether i is how far two addresses in one object are apart.
func (mem *memory) isDistance(i *ir.Instr) bool {
	if i.Op != ir.Sub {
		return false
	}
	x, ok := i.Arg(0).(*ir.Instr)
	y, ok2 := i.Arg(1).(*ir.Instr)
	return ok && ok2 && x.Op == ir.PtrToInt && y.Op == ir.PtrToInt && mem.objectOf(x.Arg(0)) == mem.objectOf(y.Arg(0))
}

// writtenObject gives the address's object of a store, memset or memcpy.
func (mem *memory) writtenObject(i *ir.Instr) ir.Value {
	var p ir.Value
	switch i.Op {
	case ir.Store:
		p = i.Arg(1)
	case ir.Call:
		k := mem.fn.knownOf(i)
		if k == nil || k.Class != rules.MemSet {
			return nil
		}
		p = i.Arg(0)
	default:
		return nil
	}
	if o, ok := mem.objectOf(p).(*ir.Instr); ok {
		return o
	}
	return nil
}

// objectSize gives the size in bytes of a local object as a value known before
// loop l, nil when it is not known.
func (mem *memory) objectSize(o ir.Value, l *analysis.Loop) ir.Value {
	i := o.(*ir.Instr)
	if l.Contains(i.Parent) || i.Op == ir.Invoke || i.Op == ir.Phi {
		return nil
	}
	b := ir.NewBuilder(i.Parent)
	b.After(i)
	if i.Op == ir.Alloca {
		n, ok := ir.IntValue(i.Arg(0))
		if !ok {
			return nil
		}
		return i64(n * mem.fn.m.Layout.AllocSize(i.Elem))
	}
	if mem.rv.isPushed(i) {
		return i.Arg(1)
	}
	return mem.sh.allocSize(b, i, mem.fn.knownOf(i))
}

// isPushed reports whether i takes a local object from the tape.
func (rvs *reversals) isPushed(i *ir.Instr) bool {
	return rvs.actions[i] != nil && i.CalledFunc() != nil && rvs.fn.env.runtime().IsPush(i.CalledFunc())
}

// saveObjects makes the forward sweep save the objects' contents at the head of
// every iteration.
func (rps *replays) saveObjects(rp *replay) {
	l := rp.loop
	pre := l.Preheader()
	for _, o := range rp.found {
		rps.keepAlive(o)
	}
	for _, o := range rp.objects {
		rps.fn.usesTape = true
		b := ir.NewBuilder(pre)
		b.Before(pre.Term())
		o.save = b.CallFunc(rps.fn.env.runtime().PushFunc(), rps.fn.tape, b.Mul(b.Add(rps.cf.trip[l], i64(1)), o.size))
		rps.sh.isShadow[o.save] = true
		b.AtStart(l.Header)
		to := rps.sh.mark(b.Offset(o.save, rps.sh.mark(b.Mul(rps.cf.counter[l], o.size))))
		rps.sh.isShadow[b.MemCpy(to, o.object, o.size)] = true
	}
}

// keepAlive puts off what ends the local object o: iterations that are run again
// write to it.
func (rps *replays) keepAlive(o ir.Value) {
	seen := map[ir.Value]bool{o: true}
	work := []ir.Value{o}
	var frees []*ir.Instr
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(v) {
			i := u.User
			if seen[i] {
				continue
			}
			switch i.Op {
			case ir.GetElementPtr, ir.BitCast, ir.Phi:
				seen[i] = true
				work = append(work, i)
			case ir.Call:
				if k := rps.fn.knownOf(i); k != nil && k.Class == rules.Free && rps.fn.reach[i.Parent] {
					seen[i] = true
					frees = append(frees, i)
				}
			}
		}
	}
	for _, i := range frees {
		if _, args := rps.sh.putOff(i, rps.fn.knownOf(i)); args != nil {
			rps.mem.forgetWriter(i)
			i.Erase()
		}
	}
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
	for _, o := range rp.objects {
		size := r.lk.lookup(o.size)
		from := r.cu.b.Offset(r.lk.lookup(o.save), r.cu.b.Mul(r.lk.fetchOnce(s.cf.counter[l], r.cu.seg), size))
		r.cu.b.MemCpy(r.lk.lookup(o.object), from, size)
	}
	if rp.ascends {
		r.beginAscent(rp)
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
		case rp.ascends && (to == l.Header || !l.Contains(to) && s.fn.reach[to]):
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
