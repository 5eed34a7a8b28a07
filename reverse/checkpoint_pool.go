package reverse

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// Steps that allocate memory which outlives them, or free what was there before
// (vectors that are assigned a new value, that are returned), get it from a pool.
// Blocks of the pool keep their places: a step that is run again from the same
// state gets the same blocks, so addresses in a state hold whenever it is restored,
// and what is in the blocks that are in use is part of it. A block that is freed
// may be given out again from the next iteration on.
//
// The shadows of a block, one for each lane, lie behind it. One is zero while the block is not in use,
// and holds the adjoint of a state between the reversals of two steps.
//
// Blocks that hold addresses (the rows of a matrix, in a vector of vectors) hold the
// addresses of shadows in their shadows, which are then part of a state too: words
// tell which are addresses. A free block of that kind is given out only where it was
// made, so that what is an address in one state is none of another's adjoints.

// The functions of a pool, as rules knows them: declarations, until all functions
// have been analysed.
const (
	poolMake  = "llad.pool.make"  // ptr ()
	poolAlloc = "llad.pool.alloc" // ptr (ptr pool, i64 bytes, i64 kind): not 0 for blocks that hold addresses
	poolFree  = "llad.pool.free"  // void (ptr pool, ptr block)
	poolTick  = "llad.pool.tick"  // void (ptr pool): an iteration has ended
)

// poolAlign is how blocks of a pool are aligned.
const poolAlign = 64

// pooled is what has to be done with a pool so that a loop can be run again.
type pooled struct {
	allocs map[*ir.Instr]bool  // that have to come from it
	frees  []*ir.Instr         // of such memory
	kinds  map[*ir.Instr]int64 // of the allocations those whose blocks hold addresses, numbered from 1
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

// poolable reports whether a pool can stand in for an allocation.
func poolable(a *ir.Instr) bool {
	k := rules.Lookup(a.CalledFunc().Name)
	if len(k.SizeArgs) == 0 || !a.Typ.IsPtr() {
		return false
	}
	for n := range a.NumCallArgs() {
		if slices.Contains(k.SizeArgs, n) {
			continue
		}
		if align, ok := ir.IntValue(a.Arg(n)); a.Arg(n).Type().IsInt() && (!ok || align > poolAlign) {
			return false
		}
	}
	return true
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
				case k != nil && !k.Own || rules.ForInstr(i) != nil || maskedOpOf(i).kind != notMasked:
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

// isNowhere reports whether an address is no object's: null, or that of an empty vector.
func isNowhere(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.Kind != ir.ConstExpr
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

// pool has the allocations come from a pool, which is made when f begins, and gives
// the loop, found anew, and the pool.
func pool(f *ir.Function, l *ir.Loop, p pooled) (*ir.Loop, ir.Value) {
	m := f.Module
	declare := func(name string, ret *ir.Type, params ...*ir.Type) *ir.Function {
		return m.Declare(name, m.FuncType(ret, params...))
	}
	b := ir.NewBuilder(f.Entry())
	b.AtStart(f.Entry())
	at := b.CallFunc(declare(poolMake, m.Ptr()))
	var drop []*ir.Instr
	for _, blk := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), blk.Instrs...) {
			if !p.allocs[i] && !slices.Contains(p.frees, i) {
				continue
			}
			k := rules.Lookup(i.CalledFunc().Name)
			b.Before(i)
			b.Meta = debugOf(i)
			if !p.allocs[i] && l.Contains(blk) { // others end with the pool
				b.CallFunc(declare(poolFree, ir.Void, m.Ptr(), m.Ptr()), at, b.Cast(ir.BitCast, i.Arg(k.PtrArg), m.Ptr()))
			} else if p.allocs[i] {
				size := ir.Value(nil)
				for _, n := range k.SizeArgs {
					v := b.Cast(ir.ZExt, i.Arg(n), ir.I64)
					if size != nil {
						v = b.Mul(size, v)
					}
					size = v
				}
				made := b.CallFunc(declare(poolAlloc, m.Ptr(), m.Ptr(), ir.I64, ir.I64), at, size, i64(p.kinds[i]))
				made.Extra().RetAttrs = "noalias nonnull"
				if k.Zeroed {
					b.MemSet(made, size)
				}
				ir.ReplaceAllUses(i, b.Cast(ir.BitCast, made, i.Typ))
			}
			drop = append(drop, i)
		}
	}
	b.Before(l.Latch().Term())
	b.CallFunc(declare(poolTick, ir.Void, m.Ptr()), at)
	edit.DropCalls(f, drop)
	return loopAt(f, l.Header), at
}

// inPool reports whether r is memory of a pool, or will be.
func (f *stateFinder) inPool(r *ir.Instr) bool { return f.fromPool[r] || isPool(r, poolAlloc) }

// isPool reports whether i is a call of one of a pool's functions.
func isPool(i *ir.Instr, name string) bool { return i.IsCall() && i.CalledName() == name }

// poolSpan is how far behind a block of so many bytes its shadow lies: more than
// no bytes, so that no two blocks begin at one place.
func poolSpan(b *ir.Builder, bytes ir.Value, mark func(ir.Value) ir.Value) ir.Value {
	return mark(b.Binary(ir.And, mark(b.Add(bytes, i64(poolAlign))), i64(-poolAlign)))
}

// shadowPool gives a block of a pool its shadow, which the reversal of the
// allocation clears.
func (s *synth) shadowPool(i *ir.Instr) {
	b := after(i)
	bytes := i.Arg(1)
	span := poolSpan(b, bytes, s.mark)
	at := ir.Value(i)
	s.eachLane(func() {
		at = s.mark(b.Offset(at, span))
		s.shadows[i] = at
	})
	s.actions[i] = func(r *reverser, _ *ir.Instr) {
		r.eachLane(func() { r.b.MemSet(r.lookup(s.shadows[i]), r.lookup(bytes)) })
	}
}

// keepPool has a pool end with the sweep.
func (s *synth) keepPool(i *ir.Instr) {
	s.usesTape = true
	rt := s.env.schedules()
	put := after(i).CallFunc(rt.Runtime.DeferFunc(), s.tape, rt.poolEndFunc(), i, i64(0), i64(0))
	s.mark(put)
	s.actions[put] = func(*reverser, *ir.Instr) {}
}

// noPool refuses a loop that allocates from a pool where it cannot be taken apart,
// for a reason that may be known.
func (s *synth) noPool(i *ir.Instr, lc *loopCode, why *ir.Diagnostic) bool {
	s.fail(i, codeNotAgain, "a loop that allocates memory in its steps cannot be checkpointed here")
	ck := s.env.checkpoints
	if lc.named {
		return true
	}
	if why == nil {
		why = ir.DiagAt(i, codeNotAgain, "a loop that allocates memory in its steps cannot be checkpointed here: it is kept")
	}
	if ck.Failed == nil {
		ck.Failed = map[LoopKey]*ir.Diagnostic{}
	}
	ck.Failed[lc.key] = why
	return true
}
