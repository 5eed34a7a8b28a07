package reverse

import (
	"slices"

	"github.com/llad-ad/llad/cache"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// keeping tells the planner what values cost, and has its plan.
type keeping struct {
	fn  *primal
	sh  *shadows
	rv  *reversals
	cf  *controlFlow
	mem *memory
	rps *replays
	sws *swapping
	inv *inversions

	again   map[*ir.Instr]bool // see findAgain
	firsts  map[*ir.Instr]*firstResults
	before  map[*ir.Instr]*ir.Instr // see findBefore
	carried map[*ir.Instr]bool      // the values of before
	plan    *cache.Plan
}

// planCache runs the reverse sweep dry to learn which primal values it reads,
// lets the planner choose which of them are kept, and lays out their places.
func (s *synth) planCache(split bool) error {
	needed, err := s.dryRun()
	if err != nil {
		return err
	}
	node := func(v ir.Value) cache.Node { return s.kp.node(v, split) }
	for logged := -1; logged < len(s.mem.logged.stores); { // what was asked about before may be read again because of others
		logged = len(s.mem.logged.stores)
		s.kp.plan = cache.Solve(needed, node)
	}
	if s.sws.mayUndoSwaps() {
		if s.planInversions(); len(s.inv.inversions) > 0 {
			s.kp.plan = cache.Solve(needed, node)
		}
	}
	if s.rps.chooseReplays(needed, s.kp.plan); len(s.rps.replays) > 0 {
		if needed, err = s.dryRun(); err != nil {
			return err
		}
		clear(s.inv.inversions)
		needed = s.rps.replayNeeds(needed)
		s.kp.plan = cache.Solve(needed, node)
	}
	if s.planInversions(); len(s.inv.inversions) > 0 {
		s.kp.plan = cache.Solve(needed, node)
	}
	if again := s.kp.findAgain(node); len(again) > 0 {
		for _, i := range again {
			if !split {
				needed = s.kp.keepFirst(i, needed)
			}
		}
		s.kp.plan = cache.Solve(needed, node)
	}
	if s.kp.findBefore() {
		s.kp.plan = cache.Solve(needed, node)
	}
	s.kp.usePlan(needed, split)
	s.layOut(split)
	if s.fn.env.Explain {
		s.needs = needed
		s.explain(split)
	}
	return s.fn.err
}

// dryRun emits the reverse sweep into a function that is thrown away.
func (s *synth) dryRun() ([]ir.Value, error) {
	scratch := s.fn.m.AddFunc(s.fn.m.FreshSymbol("llad.scratch"), s.fn.m.FuncType(ir.Void))
	defer s.fn.m.Remove(scratch)
	r := newReverser(s, scratch)
	r.cu.dry = true
	s.neededBy = map[ir.Value][]*ir.Instr{}
	r.cu.tape = ir.Undef(s.fn.m.Ptr())
	if s.fn.ret != nil && s.fn.ret.NumArgs() > 0 {
		r.in.seeds = slices.Repeat([]ir.Value{ir.Undef(s.fn.ret.Arg(0).Type())}, s.fn.env.Width)
	}
	r.run(scratch.NewBlock("reverse"))
	for _, rp := range s.rps.replays {
		rp.entry, rp.state, rp.slots = nil, nil, map[ir.Value]*ir.Instr{}
	}
	return r.lk.needed, s.fn.err
}

// node tells the planner about v.
func (kp *keeping) node(v ir.Value, split bool) cache.Node {
	size := kp.fn.m.Layout.StoreSize(v.Type())
	i, ok := v.(*ir.Instr)
	if !ok {
		return cache.Node{Free: !split || kp.sh.inherits(v), Keep: size}
	}
	depth := 0
	if l := kp.fn.loops.Of(i.Parent); l != nil {
		depth = l.Depth
	}
	n := cache.Node{Keep: cache.KeepCost(size, depth)}
	if kp.cf.isCounter(i) || kp.mem.beginning(i) != nil || kp.rps.scratch[i] {
		n.Free = true
		return n
	}
	if rp := kp.rps.replayed(i); rp != nil {
		if depth -= rp.loop.Depth; depth == 0 {
			n.Free = true
			return n
		}
		n.Keep = cache.KeepCost(size, depth)
	} else if depth == 0 && !split {
		if kp.fn.direct(i) {
			n.Free = true
			return n
		}
		n.Keep = 1
	}
	if kp.mem.inRoom(i, map[*ir.Instr]bool{}) {
		n.Keep = cache.NoKeep
	}
	if kp.carried[i] {
		return n
	}
	if start, step, _, ok := kp.cf.affine(i); ok {
		n.Recompute = true
		n.Operands = variables(start, step)
		return n
	}
	if inv := kp.inv.inversionOf(i); inv != nil {
		n.Recompute = true
		n.Operands = inv.operands(i)
		return n
	}
	if n.Keep == 1 && cache.Price(i) >= cache.SlotLimit {
		return n
	}
	if next := kp.before[i]; next != nil {
		n.Recompute, n.Operands = true, variables(next)
		return n
	}
	switch o := kp.sws.swappedObject(i); {
	case kp.canRecompute(i):
		n.Recompute, n.Operands = true, variables(i.Args()...)
	case o != nil:
		n.Recompute, n.Operands = true, variables(append(o.addresses(), i.Args()...)...)
	}
	return n
}

// findAgain finds kept results of functions that can be computed again from
// what is at hand or on the stack: outermost loops of unknown length then keep nothing for
// them, but the first ones.
func (kp *keeping) findAgain(node func(ir.Value) cache.Node) (again []*ir.Instr) {
	kept := kp.plan.Values()
	for _, v := range kept {
		i, ok := v.(*ir.Instr)
		if !ok || i.Op != ir.Call || cache.Price(i) >= cache.AgainLimit || kp.fn.pair != nil {
			continue
		}
		l := kp.fn.loops.Of(i.Parent)
		if l == nil || l.Parent != nil || kp.rps.replays[l] != nil || kp.cf.trip[l] == nil || ir.IsConstant(kp.cf.trip[l]) {
			continue
		}
		kp.again[i] = true
		if slices.ContainsFunc(cache.Solve([]ir.Value{i}, node).Values(), kp.fn.inLoop) {
			delete(kp.again, i)
		} else {
			again = append(again, i)
		}
	}
	return again
}

// Loops of so few iterations, or that keep so many values, have no record in front of those of the iterations.
const (
	fewBefore  = 8
	manyBefore = 8
)

// findBefore finds kept phis of loops that are what the iteration before kept: a compiler that carries to the next
// iteration what it reads of an array (a[i+1], then a[i]) has both in registers. The records of a loop of known length lie
// in order, so that the one before is there to be read; what is carried is kept then. One more record in front of them
// has what the first iteration is given.
func (kp *keeping) findBefore() bool {
	kept := map[*analysis.Loop]int{}
	for _, v := range kp.plan.Values() {
		if i, ok := v.(*ir.Instr); ok {
			kept[kp.fn.loops.Of(i.Parent)]++
		}
	}
	for _, v := range kp.plan.Values() {
		phi, ok := v.(*ir.Instr)
		if !ok || phi.Op != ir.Phi || kp.inv.inversionOf(phi) != nil {
			continue
		}
		l := kp.fn.loops.Of(phi.Parent)
		if l == nil || l.Header != phi.Parent || kept[l] > manyBefore || !kp.hasBefore(l) {
			continue
		}
		next, ok := phi.Incoming(l.Latch()).(*ir.Instr)
		if ok && kp.fn.loops.Of(next.Parent) == l && kp.plan.Kept(next) && kp.before[next] == nil && !kp.carried[phi] && !kp.carried[next] {
			kp.before[phi], kp.carried[next] = next, true
		}
	}
	return len(kp.before) > 0
}

// hasBefore reports whether the records of l may have one in front of them.
func (kp *keeping) hasBefore(l *analysis.Loop) bool {
	if l.Preheader() == nil || l.Latch() == nil || kp.rps.replays[l] != nil || kp.cf.counter[l] == nil || kp.cf.trip[l] == nil {
		return false
	}
	n, ok := ir.IntValue(kp.cf.trip[l])
	return !ok || n >= fewBefore
}

// carriedOn gives the phis that are what the iteration before kept, by that.
func (kp *keeping) carriedOn() map[ir.Value]*ir.Instr {
	out := map[ir.Value]*ir.Instr{}
	for phi, next := range kp.before {
		if kp.readsBefore(phi) && kp.plan.Kept(next) {
			out[next] = phi
		}
	}
	return out
}

// readsBefore reports whether v is read where the iteration before kept it.
func (kp *keeping) readsBefore(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && kp.before[i] != nil && !kp.plan.Kept(v)
}

func variables(vs ...ir.Value) []ir.Value {
	var out []ir.Value
	for _, v := range vs {
		if !ir.IsConstant(v) {
			out = append(out, v)
		}
	}
	return out
}

// canRecompute reports whether executing i again in the reverse sweep gives
// the same value at a low price.
func (kp *keeping) canRecompute(i *ir.Instr) bool {
	switch i.Op {
	case ir.Load:
		return i.Flags&(ir.Volatile|ir.Atomic) == 0 && kp.mem.reloadable(i)
	case ir.GetElementPtr, ir.ICmp, ir.FCmp, ir.Select, ir.Freeze,
		ir.ExtractElement, ir.InsertElement, ir.ShuffleVector, ir.ExtractValue, ir.InsertValue:
		return i.Op != ir.Freeze && !isCall(i.Arg(0))
	case ir.Call:
		k := kp.fn.knownOf(i)
		if k == nil || !k.Pure {
			return false
		}
		r := rules.ForInstr(i)
		return r == nil || (r.Cost < cache.RecomputeLimit || kp.again[i]) && len(r.Outs) == 0
	}
	return i.Op.IsBinary() || i.Op.IsCast() || i.Op == ir.FNeg
}

// isCall reports whether v comes straight from a call: the members of its
// result are then kept one by one.
func isCall(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && i.IsCall() && i.Typ.IsAggregate()
}
