package checkpoint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// inOtherLoop reports whether i is in a loop that the checkpointed one is not in.
func (f *stateFinder) inOtherLoop(i *ir.Instr) bool {
	l := f.loops.Of(i.Parent)
	return l != nil && !l.Contains(f.l.Header) && !f.inLoop(i)
}

// listed reports whether the blocks of an allocation can be listed: the loop does
// not make them, and their size is known when they are made. Those that end before
// the loop begins stay until the sweep is over, and in the list.
func (f *stateFinder) listed(root ir.Value) bool {
	r, ok := root.(*ir.Instr)
	if !ok || !f.isAlloc(r) || f.inLoop(r) || len(rules.Lookup(r.CalledFunc().Name).SizeArgs) == 0 {
		return false
	}
	_, ok = f.endedBefore(r)
	return ok
}

// endedBefore lists the deallocations of blocks of r that may run before the loop
// begins; ok is false where such blocks are moved.
func (f *stateFinder) endedBefore(r *ir.Instr) (ends []*ir.Instr, ok bool) {
	around := f.around(r)
	for _, b := range f.p.Blocks {
		for _, i := range b.Instrs {
			k := f.knownOf(i)
			if k == nil || k.Class != rules.Free && k.Class != rules.Realloc || f.inLoop(i) {
				continue
			}
			if f.reaches(i.Parent, around) && slices.Contains(f.rootsOf(i.Arg(k.PtrArg)), ir.Value(r)) {
				if k.Class == rules.Realloc {
					return nil, false
				}
				ends = append(ends, i)
			}
		}
	}
	return ends, true
}

// around is the innermost loop that has both r and the checkpointed loop in it.
func (f *stateFinder) around(r *ir.Instr) *analysis.Loop {
	l := f.loops.Of(r.Parent)
	for l != nil && !l.Contains(f.l.Header) {
		l = l.Parent
	}
	return l
}

// reaches reports whether control may come from b to the checkpointed loop, in
// one iteration of the loop around.
func (f *stateFinder) reaches(b *ir.Block, around *analysis.Loop) bool {
	seen := map[*ir.Block]bool{}
	stack := []*ir.Block{b}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b == f.l.Header {
			return true
		}
		for _, to := range b.Succs() {
			if !seen[to] && (around == nil || to != around.Header) {
				seen[to] = true
				stack = append(stack, to)
			}
		}
	}
	return false
}

// list enters the blocks of r into the state.
func (f *stateFinder) list(r *ir.Instr, st *loopState) {
	if f.scratch[r] && f.inputs {
		st.onceBlocks = append(st.onceBlocks, r)
	} else {
		st.blocks = append(st.blocks, r)
	}
	ends, _ := f.endedBefore(r)
	st.frees = append(st.frees, ends...)
	if l := f.around(r); l != nil {
		st.resets[r] = l.Header
	}
}

// markGoals notes where the loop's stores and copies go, as far as that is the
// loop's state.
func (f *stateFinder) markGoals(st *loopState) {
	for _, b := range f.l.Blocks {
		for _, i := range b.Instrs {
			var at ir.Value
			k := f.knownOf(i)
			switch {
			case i.Op == ir.Store && (i.Arg(0).Type().HasPtr() || i.Arg(0).Type().Scalar() == ir.I64):
				at = i.Arg(1)
			case k != nil && (k.Class == rules.MemCpy || k.Class == rules.MemMove):
				at = i.Arg(0)
			default:
				continue
			}
			if pieces, ok := f.goals(at, st); ok {
				node := strings.Trim(fmt.Sprint(pieces), "[]")
				i.Meta = append(i.Meta[:len(i.Meta):len(i.Meta)], ir.Attachment{Kind: GoalKind, Node: " " + node})
			}
		}
	}
}

// goals gives the pieces of the state that an address may lead into; ok is false
// where it may lead elsewhere.
func (f *stateFinder) goals(at ir.Value, st *loopState) (pieces []int, ok bool) {
	all := slices.Concat(st.written, st.once)
	for _, r := range f.rootsOf(at) {
		i, isInstr := r.(*ir.Instr)
		k := slices.IndexFunc(all, func(p memPiece) bool { return p.ptr == f.places[r] })
		_, variable := f.places[r].(*ir.Global)
		switch {
		case isNowhere(r), isInstr && (f.inPool(i) || f.isAlloc(i) && f.inLoop(i) && f.endsInIteration(i)):
		case f.places[r] == nil || k < 0 || variable:
			return nil, false
		case !slices.Contains(pieces, k):
			pieces = append(pieces, k)
		}
	}
	return pieces, true
}

// pooled finds out what has to come from a pool; ok is false where that cannot be.
func (f *stateFinder) pooled() (p pooled, ok bool) {
	none := pooled{}
	if f.l.Parent != nil {
		return none, false
	}
	allocs := map[*ir.Instr]bool{}
	var frees []*ir.Instr
	var ends []*ir.Instr
	for _, b := range f.p.Blocks {
		for _, i := range b.Instrs {
			if strings.HasPrefix(i.CalledName(), "llad.pool.") {
				return none, false
			}
			k := f.knownOf(i)
			switch {
			case k == nil:
			case k.Class == rules.Alloc && f.inLoop(i):
				allocs[i] = true
			case k.Class == rules.Free || k.Class == rules.Realloc:
				ends = append(ends, i)
			}
		}
	}
	for again := true; again; {
		again = false
		for _, i := range ends {
			roots := f.rootsOf(i.Arg(f.knownOf(i).PtrArg))
			if slices.Contains(frees, i) || !f.inLoop(i) && !slices.ContainsFunc(roots, func(r ir.Value) bool {
				a, is := r.(*ir.Instr)
				return is && allocs[a]
			}) {
				continue
			}
			if f.knownOf(i).Class == rules.Realloc {
				return none, false
			}
			for _, r := range roots {
				a, is := r.(*ir.Instr)
				if is && f.isAlloc(a) {
					allocs[a] = true
				} else if c, ok := r.(*ir.Const); !ok || c.Kind == ir.ConstExpr { // null, or an empty vector's
					return none, false
				}
			}
			frees = append(frees, i)
			again = true
		}
	}
	for a := range allocs {
		if !poolable(a) {
			return none, false
		}
	}
	p = pooled{allocs: allocs, frees: frees, kinds: map[*ir.Instr]int64{}}
	return p, len(allocs) > 0 && f.staysHere(&p)
}

// staysHere reports whether the addresses of a pool's blocks stay in memory of the
// function's own, and finds the blocks among which they are.
func (f *stateFinder) staysHere(p *pooled) bool {
	ours := func(v ir.Value) bool {
		return v.Type().IsPtr() && slices.ContainsFunc(f.rootsOf(v), func(r ir.Value) bool {
			a, ok := r.(*ir.Instr)
			return ok && (p.allocs[a] || a.Op == ir.Load)
		})
	}
	local := func(at ir.Value) bool {
		return !slices.ContainsFunc(f.rootsOf(at), func(r ir.Value) bool {
			a, ok := r.(*ir.Instr)
			return !isNowhere(r) && (!ok || a.Op != ir.Alloca && !f.isAlloc(a))
		})
	}
	holds := map[ir.Value]bool{} // memory in which such addresses are
	var stores, copies []*ir.Instr
	for _, b := range f.p.Blocks {
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.Store:
				v := i.Arg(0)
				if w, ok := v.(*ir.Instr); ok && w.Op == ir.PtrToInt {
					v = w.Arg(0)
				}
				if v.Type().IsPtr() || v.Type().Scalar() == ir.I64 { // which may be an address too
					stores = append(stores, i)
				}
				if !ours(v) {
					if !v.Type().IsPtr() && v.Type().HasPtr() {
						return false
					}
					continue
				}
				if !local(i.Arg(1)) {
					return false
				}
				for _, r := range f.rootsOf(i.Arg(1)) {
					holds[r] = true
				}
			case ir.Ret:
				if i.NumArgs() > 0 && (i.Arg(0).Type().HasPtr() && !i.Arg(0).Type().IsPtr() || ours(i.Arg(0))) {
					return false
				}
			case ir.AtomicRMW, ir.CmpXchg:
				return false
			case ir.Call, ir.Invoke:
				k := f.knownOf(i)
				switch {
				case k != nil && (k.Class == rules.MemCpy || k.Class == rules.MemMove):
					copies = append(copies, i)
				case k != nil && !k.Own || rules.ForInstr(i) != nil || rules.MaskedOf(i).Kind != rules.NotMasked:
				case slices.ContainsFunc(i.CallArgs(), ours):
					return false
				}
			}
		}
	}
	for again := true; again; {
		again = false
		for _, i := range copies {
			if !slices.ContainsFunc(f.rootsOf(i.Arg(1)), func(r ir.Value) bool { return holds[r] }) {
				continue
			}
			if !local(i.Arg(0)) {
				return false
			}
			for _, r := range f.rootsOf(i.Arg(0)) {
				again = again || !holds[r]
				holds[r] = true
			}
		}
	}
	f.findKinds(p, holds, stores, copies)
	return true
}

// findKinds finds the blocks of a pool that hold addresses.
func (f *stateFinder) findKinds(p *pooled, holds map[ir.Value]bool, stores, copies []*ir.Instr) {
	note := func(at ir.Value) {
		for _, r := range f.rootsOf(at) {
			if a, ok := r.(*ir.Instr); ok && p.allocs[a] && p.kinds[a] == 0 {
				p.kinds[a] = int64(len(p.kinds) + 1)
			}
		}
	}
	for _, i := range stores {
		note(i.Arg(1))
	}
	for _, i := range copies {
		if slices.ContainsFunc(f.rootsOf(i.Arg(1)), func(r ir.Value) bool { return holds[r] }) {
			note(i.Arg(0))
		}
	}
}

// inPool reports whether r is memory of a pool, or will be.
func (f *stateFinder) inPool(r *ir.Instr) bool { return f.fromPool[r] || IsPool(r, PoolAlloc) }
