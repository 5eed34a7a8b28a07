package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// sum is a phi of a loop's header that iterations only add to: its adjoint is
// the same in all of them.
type sum struct {
	phi  *ir.Instr
	outs []*ir.Instr // its partial sums that are read behind the loop
}

// sumsOf finds the sums of loop l when its iterations may be reversed in any
// order, because they meet only in sums: every other active value stays in its
// iteration, and so does what stores put into memory. ok is false when they do
// not.
func (rps *replays) sumsOf(l *analysis.Loop) (sums []*sum, ok bool) {
	if !rps.fn.readsAgain() || l.Latch() == nil || l.Preheader() == nil {
		return nil, false
	}
	inSum := map[*ir.Instr]bool{}
	for _, phi := range l.Header.Phis() {
		if rps.sh.isShadow[phi] || !rps.rv.isActive(phi) {
			continue
		}
		members := rps.partialSums(l, phi)
		if members == nil {
			return nil, false
		}
		sm := &sum{phi: phi}
		for _, m := range members {
			inSum[m] = true
			if leaves(l, m) {
				sm.outs = append(sm.outs, m)
			}
		}
		sums = append(sums, sm)
	}
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if rps.rv.isActive(i) && !rps.sh.isShadow[i] && !inSum[i] && leaves(l, i) {
				return nil, false
			}
			if rps.rv.hasReversal(i) && !rps.mem.staysInIteration(l, i) {
				return nil, false
			}
		}
	}
	return sums, true
}

// leaves reports whether v, a value of l, is read outside of l.
func leaves(l *analysis.Loop, v *ir.Instr) bool {
	for u := range ir.Uses(v) {
		if !l.Contains(u.User.Parent) {
			return true
		}
	}
	return false
}

// partialSums lists phi and what becomes of it in l by adding to it; nil when
// something else happens to it that matters to derivatives.
func (rps *replays) partialSums(l *analysis.Loop, phi *ir.Instr) []*ir.Instr {
	members := []*ir.Instr{phi}
	is := map[ir.Value]bool{phi: true}
	for k := 0; k < len(members); k++ {
		for u := range ir.Uses(members[k]) {
			i := u.User
			if !l.Contains(i.Parent) || i == phi || !rps.rv.isActive(i) && !rps.rv.hasReversal(i) {
				continue
			}
			if !addsTo(i, u.Index()) {
				return nil
			}
			if !is[i] {
				is[i] = true
				members = append(members, i)
			}
		}
	}
	if !is[phi.Incoming(l.Latch())] {
		return nil
	}
	for _, m := range members[1:] {
		n := 0
		for k := range m.NumArgs() {
			if is[m.Arg(k)] {
				n++
			}
		}
		want := 1
		switch m.Op {
		case ir.Phi:
			want = m.NumArgs()
		case ir.Select:
			want = 2
		}
		if n != want {
			return nil
		}
	}
	return members
}

// addsTo reports whether i hands operand k on with a derivative of one.
func addsTo(i *ir.Instr, k int) bool {
	switch i.Op {
	case ir.FAdd, ir.Phi:
		return true
	case ir.FSub:
		return k == 0
	case ir.Select:
		return k > 0
	case ir.Call:
		f := i.CalledFunc()
		if f == nil || k != 2 {
			return false
		}
		r := rules.ForInstr(i)
		return r != nil && (isIntrinsic(f, "llvm.fmuladd.") || isIntrinsic(f, "llvm.fma."))
	}
	return false
}

func isIntrinsic(f *ir.Function, prefix string) bool {
	return len(f.Name) > len(prefix) && f.Name[:len(prefix)] == prefix
}

// staysInIteration reports whether the reversal of i, an instruction of l,
// leaves shadow memory such that no other iteration's reversal sees more than
// a sum: it adds to shadows that nobody reads before the loop is reversed,
// works on a local object that iterations write before they read, or on memory that no other one touches.
func (mem *memory) staysInIteration(l *analysis.Loop, i *ir.Instr) bool {
	if mem.rv.actions[i] != nil || mem.rv.calls[i] != nil {
		return false
	}
	switch i.Op {
	case ir.Store:
		return mem.belongsTo(l, mem.writtenObject(i)) || results{mem, l}.ownPlace(i)
	case ir.AtomicRMW, ir.CmpXchg, ir.Invoke:
		return false
	case ir.Call:
		if rules.MaskedOf(i).Kind != rules.NotMasked {
			return false
		}
		ci := mem.fn.info.Call(i)
		if ci == nil || ci.Known == nil {
			return false
		}
		switch ci.Known.Class {
		case rules.MemSet:
			return mem.belongsTo(l, mem.writtenObject(i))
		case rules.MemCpy, rules.MemMove:
			return false
		}
		if r := rules.ForInstr(i); r != nil {
			for _, o := range r.Outs {
				if o.Arg >= 0 {
					return false
				}
			}
		}
	}
	return true
}

// results are the stores of a loop to memory that the function returns with.
type results struct {
	mem *memory
	l   *analysis.Loop
}

// ownPlace reports whether the store w writes what the loop does not read, each iteration elsewhere. What its reversal
// finds in shadow memory, and clears, is then of its iteration alone.
func (r results) ownPlace(w *ir.Instr) bool {
	mem := r.mem
	if !r.has(w) || mem.asked > maxAsked {
		return false
	}
	layout := mem.fn.m.Layout
	for _, b := range r.l.Blocks {
		for _, i := range b.Instrs {
			switch {
			case !mem.rv.hasReversal(i):
			case i.Op == ir.Load:
				if mem.asked++; mem.clobbers(w, i.Arg(0), layout.StoreSize(i.Typ), i) {
					return false
				}
			case i.Op == ir.Store:
				if mem.asked++; !r.apart(w, i) && !dependences(mem).StoresApart(r.l, w, i) {
					return false
				}
			}
		}
	}
	return true
}

// any reports whether the loop has such stores, of what has a derivative.
func (r results) any() bool {
	for _, b := range r.l.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.Store && r.mem.rv.hasReversal(i) && r.has(i) {
				return true
			}
		}
	}
	return false
}

// has reports whether w is a store to memory that was there before the function, and is behind it.
func (r results) has(w *ir.Instr) bool {
	mem := r.mem
	if mem.fn.pair != nil || mem.fn.inout || mem.fn.parallel || mem.fn.ret == nil {
		return false
	}
	if w.Op != ir.Store || w.Flags&(ir.Volatile|ir.Atomic) != 0 || mem.sh.isShadow[w] || w.Arg(0).Type().Scalable || mem.logged.holds(w) {
		return false
	}
	switch o := mem.objectOf(w.Arg(1)).(type) {
	case *ir.Param, *ir.Global:
		return true
	case *ir.Instr:
		return o.Op == ir.Load
	}
	return false
}

// apart reports whether two stores never write the same memory.
func (r results) apart(a, b *ir.Instr) bool {
	layout := r.mem.fn.m.Layout
	return edit.DisjointScopes(r.mem.fn.m, a, b) ||
		r.mem.aliases().AliasAnytime(a.Arg(1), layout.StoreSize(a.Arg(0).Type()), b.Arg(1), layout.StoreSize(b.Arg(0).Type())) == analysis.NoAlias
}

// belongsTo reports whether the local object o serves single iterations of l:
// each writes what it reads of it, and nobody reads it behind the loop.
func (mem *memory) belongsTo(l *analysis.Loop, o ir.Value) bool {
	if o == nil || mem.localObject(o) == nil {
		return false
	}
	if r, ok := mem.owned[ownedKey{l, o}]; ok {
		return r
	}
	r := mem.findOwned(l, o)
	mem.owned[ownedKey{l, o}] = r
	return r
}

// ownedKey is a question that belongsTo has answered.
type ownedKey struct {
	l *analysis.Loop
	o ir.Value
}

func (mem *memory) findOwned(l *analysis.Loop, o ir.Value) bool {
	var writers, loads []*ir.Instr
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
			case i.Op == ir.Load:
				if mem.fn.reach[i.Parent] {
					loads = append(loads, i)
				}
			case l.Contains(i.Parent) && mem.writtenObject(i) == o:
				writers = append(writers, i)
			}
		}
	}
	for _, i := range loads {
		if l.Contains(i.Parent) {
			if !mem.ranges().Written(i, l, writers) {
				return false
			}
		} else if mem.followsLoop(l, i) {
			return false
		}
	}
	return true
}

// followsLoop reports whether i, outside of l, may run after an iteration of l.
func (mem *memory) followsLoop(l *analysis.Loop, i *ir.Instr) bool {
	if mem.order == nil {
		mem.collectWriters()
	}
	return mem.mayFollow(l.Header.Instrs[0], i)
}

// ranges answers what is written before it is read.
func (mem *memory) ranges() *analysis.Coverage {
	if mem.coverage == nil {
		mem.coverage = analysis.NewCoverage(mem.fn.p, mem.fn.dt, mem.fn.loops)
		mem.coverage.Size = func(i *ir.Instr) ir.Value {
			k := mem.fn.knownOf(i)
			switch {
			case mem.rv.isPushed(i):
				return i.Arg(1)
			case k != nil && k.Class == rules.Alloc && len(k.SizeArgs) == 1:
				size := i.Arg(k.SizeArgs[0])
				if c, ok := size.(*ir.Instr); ok && c.Op == ir.Select { // made in front of a loop that may not run: see canon.HoistAllocations
					if n, ok := ir.IntValue(c.Arg(2)); ok && n == 1 {
						return c.Arg(1)
					}
					if n, ok := ir.IntValue(c.Arg(1)); ok && n == 1 {
						return c.Arg(2)
					}
				}
				return size
			}
			return nil
		}
	}
	return mem.coverage
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
