package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/rules"
)

// mergedObject reports whether the phi is one of several heap objects of this
// function, whichever was made, and all later access to them goes through it.
// Compilers make two of one allocation where they tell small sizes apart: what
// holds of the one object then holds of the phi.
func (mem *memory) mergedObject(phi *ir.Instr) bool {
	known, ok := mem.merged[phi]
	if !ok {
		mem.merged[phi] = false
		known = mem.findMerged(phi)
		mem.merged[phi] = known
	}
	return known
}

func (mem *memory) findMerged(phi *ir.Instr) bool {
	if phi.Op != ir.Phi || !phi.Typ.IsPtr() || mem.fn.loops.Of(phi.Parent) != nil || mem.sh.isShadow[phi] {
		return false
	}
	seen := map[ir.Value]bool{}
	for k := range phi.NumArgs() {
		a := phi.Arg(k)
		if analysis.LeadsNowhere(a) || seen[a] {
			continue
		}
		seen[a] = true
		i, ok := a.(*ir.Instr)
		for ok && i.Op == ir.BitCast {
			i, ok = i.Arg(0).(*ir.Instr)
		}
		if !ok || i.Op != ir.Call && i.Op != ir.Invoke || mem.fn.loops.Of(i.Parent) != nil || mem.fn.dt.Dominates(i.Parent, phi.Parent) {
			return false
		}
		if f := mem.fn.knownOf(i); f == nil || f.Class != rules.Alloc || !mem.onlyMergedIn(i, phi, true, map[ir.Value]bool{}) {
			return false
		}
	}
	return len(seen) > 1
}

// onlyMergedIn reports whether the address v, of an object that phi merges with
// others, is only used to load, store, compare and end the object, where
// accessed, and by phi. Through other phis there must be no access.
func (mem *memory) onlyMergedIn(v ir.Value, phi *ir.Instr, accessed bool, seen map[ir.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	for u := range ir.Uses(v) {
		ok := accessed
		switch i := u.User; i.Op {
		case ir.ICmp:
			ok = true
		case ir.Load:
		case ir.Store:
			ok = ok && u.Index() == 1
		case ir.PtrToInt:
			ok = mem.onlyCompared(i, 0)
		case ir.GetElementPtr, ir.BitCast:
			ok = u.Index() == 0 && mem.onlyMergedIn(i, phi, accessed, seen)
		case ir.Phi:
			ok = i == phi && accessed || i != phi && mem.onlyMergedIn(i, phi, false, seen)
		case ir.Call:
			k := mem.fn.knownOf(i)
			ok = k != nil && (k.Class == rules.Free || accessed && k.Class == rules.MemSet && u.Index() == 0) ||
				mem.fn.env.runtime().IsDefer(i.CalledFunc())
		default:
			ok = false
		}
		if !ok {
			return false
		}
	}
	return true
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

// leadsInto reports whether i only passes on an address in the object o.
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

// accessedElsewhere is how many bytes an iteration of in, a loop in l, loads, or stores outside of
// local objects, at places that change with all loops from in to l.
func (mem *memory) accessedElsewhere(op ir.Op, l, in *analysis.Loop) int64 {
	bytes := int64(0)
	for _, b := range in.Blocks {
		if mem.fn.loops.Of(b) != in {
			continue
		}
		for _, i := range b.Instrs {
			if i.Op != op || mem.sh.isShadow[i] || op == ir.Store && mem.localObject(i.Arg(1)) != nil {
				continue
			}
			typ, at := i.Typ, i.Arg(0)
			if op == ir.Store {
				typ, at = at.Type(), i.Arg(1)
			}
			on := map[*analysis.Loop]bool{}
			mem.changesWith(at, l, on, map[ir.Value]bool{})
			all := on[l]
			for x := in; x != l; x = x.Parent {
				all = all && on[x]
			}
			if all {
				bytes += mem.fn.m.Layout.StoreSize(typ)
			}
		}
	}
	return bytes
}

// changesWith collects the loops, from l on, whose counters v is computed from.
func (mem *memory) changesWith(v ir.Value, l *analysis.Loop, on map[*analysis.Loop]bool, seen map[ir.Value]bool) {
	i, ok := v.(*ir.Instr)
	if !ok || seen[v] || len(seen) > 60 || !l.Contains(i.Parent) {
		return
	}
	seen[v] = true
	if in := mem.fn.loops.Of(i.Parent); i.Op == ir.Phi && in.Header == i.Parent {
		if in.Recurrence(i) == nil {
			return
		}
		on[in] = true
	}
	for _, a := range i.Args() {
		mem.changesWith(a, l, on, seen)
	}
}

// A shadow that serves all iterations moves when an iteration wants more than
// those before it, so that no address in it is kept for the reverse sweep: where
// it begins is known there, and the others are computed of that.

// beginning gives what allocates the shadow that serves all iterations and
// begins at v, if v is that or leads nowhere.
func (mem *memory) beginning(v ir.Value) *ir.Instr {
	if len(mem.ins.blocks.rooms) == 0 || !v.Type().IsPtr() {
		return nil
	}
	begins := func(v ir.Value) bool {
		i, ok := v.(*ir.Instr)
		return ok && mem.ins.blocks.rooms[i] != nil
	}
	return sameBlock(v, begins)
}

// inRoom reports whether v is an address in a shadow that serves all iterations.
func (mem *memory) inRoom(v ir.Value, seen map[*ir.Instr]bool) bool {
	i, ok := v.(*ir.Instr)
	if len(mem.ins.blocks.rooms) == 0 || !ok || !i.Typ.IsPtr() || seen[i] {
		return false
	}
	if mem.ins.blocks.rooms[i] != nil {
		return true
	}
	seen[i] = true
	switch i.Op {
	case ir.GetElementPtr, ir.BitCast:
		return mem.inRoom(i.Arg(0), seen)
	case ir.Phi, ir.Select:
		for k := range i.NumArgs() {
			if mem.inRoom(i.Arg(k), seen) {
				return true
			}
		}
	}
	return false
}

// sameBlock gives the one value for which begins holds that the pointer v is if
// it leads anywhere; nil if there is none, or it may be another address.
func sameBlock(v ir.Value, begins func(ir.Value) bool) *ir.Instr {
	var found *ir.Instr
	seen := map[*ir.Instr]bool{}
	var only func(v ir.Value) bool
	only = func(v ir.Value) bool {
		i, ok := v.(*ir.Instr)
		switch {
		case analysis.LeadsNowhere(v):
			return true
		case !ok:
			return false
		case begins(i):
			same := found == nil || found == i
			found = i
			return same
		case seen[i]:
			return true
		}
		seen[i] = true
		args := i.Args()
		switch i.Op {
		case ir.BitCast, ir.Phi:
		case ir.Select:
			args = args[1:]
		default:
			return false
		}
		for _, a := range args {
			if !only(a) {
				return false
			}
		}
		return true
	}
	if !only(v) {
		return nil
	}
	return found
}
