package reverse

import (
	"github.com/llad-ad/llad/cache"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
)

// replays are the loops whose iterations are run again before they are reversed.
type replays struct {
	fn  *primal
	sh  *shadows
	rv  *reversals
	cf  *controlFlow
	mem *memory

	replays       map[*analysis.Loop]*replay
	deferred      []*deferredCode
	deferredSlots map[*ir.Instr]*ir.Instr
	scratch       map[ir.Value]bool // see scratchObject
}

// keptIn is what the iterations of a loop keep without replays, by the loops in it.
type keptIn struct {
	deepest int // how deep the loops are that keep something
	values  map[*analysis.Loop][]*ir.Instr
}

// noteKept notes that v is kept, for all loops around it.
func noteKept(all map[*analysis.Loop]*keptIn, v *ir.Instr, in *analysis.Loop) {
	for l := in; l != nil; l = l.Parent {
		k := all[l]
		if k == nil {
			k = &keptIn{values: map[*analysis.Loop][]*ir.Instr{}}
			all[l] = k
		}
		k.deepest = max(k.deepest, in.Depth)
		k.values[in] = append(k.values[in], v)
	}
}

// keepsLittle reports whether iterations of l had better keep what they would than be run
// twice: what they do lies in loops deeper than those that keep something, and those
// write as much for others as they keep, each time elsewhere. Then the tape grows only as
// memory does that is there anyway.
func (rps *replays) keepsLittle(l *analysis.Loop, k *keptIn) bool {
	if k == nil || !loopsDeeper(l, k.deepest) {
		return false
	}
	for in := range k.values {
		if rps.keptBytes(k, in) > rps.mem.accessedElsewhere(ir.Store, l, in) {
			return false
		}
	}
	return true
}

// maxKept is how many bytes an iteration of a parallel region may keep at its own level that
// need not: the tape of all iterations is no larger then than what the region works on.
const maxKept = 64

// keptBytes is what an iteration of in keeps at its own level.
func (rps *replays) keptBytes(k *keptIn, in *analysis.Loop) int64 {
	bytes := int64(0)
	if k != nil {
		for _, v := range k.values[in] {
			bytes += rps.fn.m.Layout.StoreSize(tape.StoreType(rps.fn.m, v.Typ))
		}
	}
	return bytes
}

// loopsDeeper reports whether there are loops in l that are deeper than that.
func loopsDeeper(l *analysis.Loop, depth int) bool {
	for _, in := range l.Inner {
		if in.Depth > depth || loopsDeeper(in, depth) {
			return true
		}
	}
	return false
}

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
	fused    bool
	phis     []*ir.Instr // of the header, that iterations read
	sums     []*sum
	deferred *deferredCode // the forward sweep leaves the loop out
	state    *fusedState
}

// savedObject is a local object whose content every iteration saves.
type savedObject struct {
	object ir.Value
	size   ir.Value  // i64, known before the loop
	save   *ir.Instr // the array of saved contents

	needless bool // every iteration writes what it reads
	once     bool // no iteration writes it: it is saved in front of the loop
}

// chooseReplays picks the outermost loops that may be replayed and for which
// that saves running them in the forward sweep or keeping values of inner loops.
func (rps *replays) chooseReplays(needed []ir.Value, plan *cache.Plan) {
	rps.mem.logged.closed = true // those that are chosen have to know of all
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
			for _, o := range rp.found {
				rps.scratch[o] = rps.fn.pair != nil
			}
			if rp.deferred != nil {
				rps.deferred = append(rps.deferred, rp.deferred)
			}
		}
	}
}

// bestReplay gives the cheapest way to replay l, whose iterations would keep so much
// without, nil if there is none or it is not worth while.
func (rps *replays) bestReplay(l *analysis.Loop, needed []ir.Value, kept *keptIn) *replay {
	sums, fused := rps.sumsOf(l)
	// What is added up in the order of the iterations must be so whatever the strategy.
	fused = fused && rps.fn.env.checkpoints.None()
	// Results alone would make a loop wait that keeps nothing, and whose reversal may be vectorised by itself.
	if fused && (kept != nil || !(results{rps.mem, l}).any()) {
		if lc := rps.findDeferred(l, needed); lc != nil {
			if rp := rps.tryReplay(&replay{loop: l, fused: true, sums: sums, deferred: lc}, needed); rp != nil {
				return rp
			}
		}
	}
	if fused && rps.fn.pair != nil && rps.keptBytes(kept, l) > maxKept {
		if rp := rps.tryReplay(&replay{loop: l, fused: true, sums: sums}, needed); rp != nil {
			return rp
		}
	}
	if kept == nil || kept.deepest <= l.Depth || rps.keepsLittle(l, kept) {
		return nil
	}
	var rp *replay
	if fused {
		rp = rps.tryReplay(&replay{loop: l, fused: true, sums: sums}, needed)
	}
	if rp == nil {
		rp = rps.tryReplay(&replay{loop: l, kept: kept.deepest}, needed)
	}
	if rp != nil && rps.dearAgain(rp, kept) {
		return nil
	}
	return rp
}

// dearAgain reports whether the iterations of rp's loop had better keep what they would than be
// run twice because of calls of functions that take longer than a record: each loop in it that
// keeps something would call them again, and reads as much elsewhere in each iteration as it keeps.
// The tape is no larger then than what the loop works on.
func (rps *replays) dearAgain(rp *replay, k *keptIn) bool {
	dear := map[*analysis.Loop]int64{}
	for i := range rp.code {
		if p := cache.Price(i); i.Op == ir.Call && p >= cache.RecomputeLimit {
			dear[rps.fn.loops.Of(i.Parent)] += int64(p)
		}
	}
	for in := range k.values {
		if in.Depth <= rp.loop.Depth {
			continue
		}
		bytes := rps.keptBytes(k, in)
		if dear[in] < cache.RecordPrice(bytes) || rps.mem.accessedElsewhere(ir.Load, rp.loop, in) < bytes {
			return false
		}
	}
	return true
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
	if rp == nil || i.Op == ir.Phi && i.Parent == rp.loop.Header && !rp.fused {
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
	if !rps.fn.readsAgain() || rps.cf.counter[l] == nil || rps.cf.trip[l] == nil && !rp.fused {
		return nil
	}
	for _, e := range l.ExitEdges() {
		if rps.fn.loops.Of(e.From) != l && rps.fn.reach[e.To] {
			return nil
		}
	}
	rp.code, rp.slots = map[*ir.Instr]bool{}, map[ir.Value]*ir.Instr{}
	f := &replayFinder{rps: rps, rp: rp, inputs: map[ir.Value]bool{}, objects: map[ir.Value]*savedObject{}}
	for _, v := range needed {
		if i, ok := v.(*ir.Instr); ok && l.Contains(i.Parent) && !rps.cf.isCounter(i) {
			f.want(v)
		}
	}
	for _, in := range rps.fn.allLoops() {
		if in != l && l.Contains(in.Header) && rps.cf.counter[in] != nil {
			f.want(rps.cf.counter[in])
		}
	}
	if !f.findStores() {
		return nil
	}
	if rp.deferred != nil {
		for _, phi := range rp.deferred.exit.Phis() {
			for k := range phi.NumArgs() {
				f.want(phi.Arg(k))
			}
		}
		for _, st := range f.stores {
			f.run(st)
		}
	}
	if !f.follow() {
		return nil
	}
	if rp = rps.sizeObjects(rp); rp == nil || len(rp.objects) == 0 {
		return rp
	}
	if rp.fused || rps.fn.pair != nil {
		return nil // the second iteration would find what the last one left; the reverse half has other objects
	}
	return rp
}

// scratchObject reports whether the reverse half of a function may have an object of its own in the place of
// the local object o, for iterations that are run again.
func (rps *replays) scratchObject(o ir.Value) bool {
	i, ok := o.(*ir.Instr)
	return ok && i.Op == ir.Alloca && i.Parent == rps.fn.p.Entry() && ir.IsConstant(i.Arg(0))
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

// maxSaved is how many bytes of objects of constant size an iteration may save, maxSavedOnce the size of
// an object that is saved in front of a loop.
const (
	maxSaved     = 512
	maxSavedOnce = 1 << 14
)

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
		if o.once = o.once && ok && n <= maxSavedOnce; !o.once {
			total += n
		}
		if !ok && !rps.walkedOver(rp, o.object) || total > maxSaved || !rps.orNowhere(o, rp.loop.Preheader()) {
			return nil
		}
		saved = append(saved, o)
	}
	rp.objects = saved
	return rp
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
		if o.once {
			o.save = b.CallFunc(rps.fn.env.runtime().PushFunc(), rps.fn.tape, o.size)
			rps.sh.isShadow[o.save] = true
			rps.sh.isShadow[b.MemCpy(o.save, o.object, o.size)] = true
			continue
		}
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
