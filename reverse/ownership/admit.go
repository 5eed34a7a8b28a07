package ownership

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
)

// sites are what is rewritten in the reverse sweep of a region.
type sites struct {
	adds     []*ir.Instr // atomic additions
	plain    []*ir.Instr // halves of plain additions
	touches  []*ir.Instr // loads and stores of floats that may have copies
	barriers []*ir.Instr
	blocks   []*block
	pops     []*ir.Instr // of the tape, on which objects of the program may stand
}

// find lists what is to be rewritten in f, the reverse sweep of a region; nil where it does
// anything of which it is not known that it leaves shared adjoints and the order of threads alone.
func find(rt *tape.Runtime, f *ir.Function) *sites {
	s := &sites{}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if !s.note(rt, f, i) {
				return nil
			}
		}
	}
	s.keepBehind()
	if len(s.adds) == 0 || s.mostlyPlain(f) {
		return nil
	}
	return s
}

// mostlyPlain reports whether f has innermost loops that take adjoints behind additions, and add all plainly: then it was
// found out who adds where, atomic additions are those at the ends of what a thread has, and the other loops, of which the
// compiler may make vectors, should not look for copies.
func (s *sites) mostlyPlain(f *ir.Function) bool {
	loops := analysis.Loops(f, ir.Dominators(f))
	in := func(list []*ir.Instr) map[*analysis.Loop]bool {
		all := map[*analysis.Loop]bool{}
		for _, i := range list {
			all[loops.Of(i.Parent)] = true
		}
		return all
	}
	atomic, takes := in(s.adds), in(s.touches)
	return slices.ContainsFunc(s.plain, func(i *ir.Instr) bool {
		l := loops.Of(i.Parent)
		return l != nil && len(l.Inner) == 0 && takes[l] && !atomic[l]
	})
}

// keepBehind drops the accesses that no addition comes before: the thread has no copies yet.
func (s *sites) keepBehind() {
	first := map[*ir.Block]*ir.Instr{}
	note := func(i *ir.Instr) {
		if at := first[i.Parent]; at == nil || i.Parent.Index(i) < i.Parent.Index(at) {
			first[i.Parent] = i
		}
	}
	for _, i := range s.adds {
		note(i)
	}
	for _, mv := range s.blocks {
		if mv.src != nil {
			note(mv.call)
		}
	}
	behind := map[*ir.Block]bool{}
	var todo []*ir.Block
	for b := range first {
		todo = append(todo, b)
	}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, to := range b.Succs() {
			if !behind[to] {
				behind[to] = true
				todo = append(todo, to)
			}
		}
	}
	s.touches = slices.DeleteFunc(s.touches, func(i *ir.Instr) bool {
		at := first[i.Parent]
		return !behind[i.Parent] && (at == nil || i.Parent.Index(i) < i.Parent.Index(at))
	})
}

// note puts i on the list that it belongs to; it reports false where i is not understood.
func (s *sites) note(rt *tape.Runtime, f *ir.Function, i *ir.Instr) bool {
	switch i.Op {
	case ir.AtomicRMW:
		t := i.Arg(1).Type()
		if i.X.RMWOp != "fadd" || i.X.Ordering != "monotonic" || t.Kind != ir.DoubleKind && t.Kind != ir.FloatKind {
			return false
		}
		s.adds = append(s.adds, i)
	case ir.Load:
		return s.access(rt, i, i.Arg(0), i.Typ)
	case ir.Store:
		return s.access(rt, i, i.Arg(1), i.Arg(0).Type())
	case ir.Call:
		return s.call(rt, f, i)
	case ir.CmpXchg, ir.Fence, ir.VAArg, ir.Invoke, ir.CallBr:
		return false
	}
	return true
}

// access treats a load or store of a t at p.
func (s *sites) access(rt *tape.Runtime, i *ir.Instr, p ir.Value, t *ir.Type) bool {
	if isOwn(p) || rt.Regions.Avoids(i, tape.Shadow) {
		return true
	}
	switch {
	case i.Op == ir.Store && i.Flags&ir.Atomic != 0 && i.X.Ordering == "release":
		return true // gives back the lock of a reduction
	case i.Flags&(ir.Atomic|ir.Volatile) != 0:
		return false
	case hasCopies(t):
		switch {
		case isAddition(i):
			s.plain = append(s.plain, i)
		case !follows(i):
			s.touches = append(s.touches, i)
		}
		return true
	case t.IsPtr():
		return true // an address of shadow memory, to which nobody adds
	}
	return i.Op == ir.Load && t.IsInt() && !rt.Regions.Is(i, tape.Shadow)
}

// hasCopies reports whether values of type t are, or consist of, floats that may have copies.
func hasCopies(t *ir.Type) bool {
	if t.IsVector() {
		t = t.Elem
	}
	return t.Kind == ir.DoubleKind || t.Kind == ir.FloatKind
}

// isOwn reports whether p leads into a variable of the function itself.
func isOwn(p ir.Value) bool {
	for {
		i, ok := p.(*ir.Instr)
		switch {
		case !ok:
			return false
		case i.Op == ir.Alloca:
			return true
		case i.Op != ir.GetElementPtr && i.Op != ir.BitCast:
			return false
		}
		p = i.Arg(0)
	}
}

// isAddition reports whether i is half of a plain addition to a float in memory: what stands in a copy
// of it is added to it all the same.
func isAddition(i *ir.Instr) bool {
	load := i
	if i.Op == ir.Store {
		sum, ok := i.Arg(0).(*ir.Instr)
		if !ok || sum.Op != ir.FAdd {
			return false
		}
		if load, ok = sum.Arg(0).(*ir.Instr); !ok || load.Op != ir.Load {
			return false
		}
	}
	sum := onlyUse(load)
	if sum == nil || sum.Op != ir.FAdd || sum.Arg(0) != ir.Value(load) {
		return false
	}
	store := onlyUse(sum)
	return store != nil && store.Op == ir.Store && store.Arg(0) == ir.Value(sum) && store.Arg(1) == load.Arg(0) && store.Parent == load.Parent
}

// onlyUse is the one instruction that uses i, nil where there are more or none.
func onlyUse(i *ir.Instr) (one *ir.Instr) {
	for u := range ir.Uses(i) {
		if one != nil {
			return nil
		}
		one = u.User
	}
	return one
}

// follows reports whether i is a store right behind a load from the same place, which has brought home
// what there was.
func follows(i *ir.Instr) bool {
	if i.Op != ir.Store {
		return false
	}
	b := i.Parent
	for k := b.Index(i) - 1; k >= 0; k-- {
		switch before := b.Instrs[k]; {
		case before.Op == ir.Load:
			if before.Arg(0) == i.Arg(1) && before.Typ == i.Arg(0).Type() {
				return !isAddition(before)
			}
		case before.Op == ir.Store, before.Op == ir.AtomicRMW, before.Op == ir.Call:
			return false
		}
	}
	return false
}

// call treats a call: those that compute, that work on the tape, that move blocks of shadow memory and that wait for the
// team are understood.
func (s *sites) call(rt *tape.Runtime, f *ir.Function, i *ir.Instr) bool {
	callee := i.CalledFunc()
	if callee == nil {
		return false
	}
	switch callee.Name {
	case "__kmpc_barrier":
		s.barriers = append(s.barriers, i)
		return true
	case "__kmpc_global_thread_num", "omp_get_thread_num", "omp_get_num_threads":
		return true
	}
	if rt.Owns(callee) {
		if callee == rt.PopFunc() && i.Parent != f.Entry() {
			s.pops = append(s.pops, i)
		}
		return true
	}
	if mv := blockOf(rt, i); mv != nil {
		s.blocks = append(s.blocks, mv)
		return true
	}
	switch known := strings.HasPrefix; {
	case known(callee.Name, "llvm.memcpy."):
		return isOwn(i.Arg(0)) && (isOwn(i.Arg(1)) || i.Arg(1) == ir.Value(f.Params[0]))
	case known(callee.Name, "llvm.lifetime."), known(callee.Name, "llvm.dbg."):
		return true
	case callee == rt.Made("llad.await"):
		return isReduction(i)
	}
	k := rules.KnownOf(callee)
	return k != nil && k.Pure && callee.IsDecl
}

// isReduction reports whether i waits for its turn at the lock that the compiler takes for reductions, under
// which the reverse sweep reads adjoints and nothing else. Locks of the program may order other accesses of threads.
func isReduction(i *ir.Instr) bool {
	g, ok := ir.StripConstCasts(i.Arg(0)).(*ir.Global)
	if !ok || !strings.Contains(g.Name, ".gomp_critical_user_.reduction.var") {
		return false
	}
	seen := map[*ir.Block]bool{}
	todo := []*ir.Block{i.Parent}
	for from := i.Parent.Index(i) + 1; len(todo) > 0; from = 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		given, ok := onlyReads(b.Instrs[from:])
		if !ok {
			return false
		}
		if given {
			continue
		}
		for _, to := range b.Succs() {
			if !seen[to] {
				seen[to] = true
				todo = append(todo, to)
			}
		}
	}
	return true
}

// onlyReads reports whether instructions write to no memory but the function's own until they give the lock
// back, and whether they do that.
func onlyReads(list []*ir.Instr) (given, ok bool) {
	for _, i := range list {
		switch i.Op {
		case ir.Store:
			if i.Flags&ir.Atomic != 0 {
				return true, i.X.Ordering == "release"
			}
			if !isOwn(i.Arg(1)) && !isAddition(i) { // what threads share is not added to plainly
				return false, false
			}
		case ir.AtomicRMW, ir.Ret:
			return false, false
		case ir.Call:
			k := rules.KnownOf(i.CalledFunc())
			if i.CalledFunc() == nil || k == nil || !k.Pure {
				return false, false
			}
		}
	}
	return false, true
}
