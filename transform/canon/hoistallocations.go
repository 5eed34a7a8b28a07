package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// HeapCalls classifies calls: allocations, deallocations, and others that neither read nor
// write memory.
type HeapCalls struct {
	Makes, Ends, Pure func(*ir.Instr) bool
	End               func(b *ir.Builder, made *ir.Instr) // writes a call that ends what made gives
}

// HoistAllocations moves an allocation and its free out of the loop that does both in each
// iteration: a vector declared in the loop becomes one for all iterations. It does so where
// iterations share nothing but their results, so that what they read of other memory is not
// written in the loop; otherwise a separate allocation for each iteration is worth more. f
// must be normalised, and stays so. It reports whether anything changed.
func HoistAllocations(f *ir.Function, heap HeapCalls) bool {
	changed := false
	for range maxAllocationHoists {
		if !hoistOneAllocation(f, heap) {
			break
		}
		changed = true
	}
	return changed
}

// maxAllocationHoists bounds the loops that are changed in one function: each is searched for
// from the start.
const maxAllocationHoists = 64

func hoistOneAllocation(f *ir.Function, heap HeapCalls) bool {
	any := false
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			any = any || i.IsCall() && heap.Makes(i)
		}
	}
	if !any {
		return false
	}
	dt := ir.Dominators(f)
	li := analysis.Loops(f, dt)
	h := &allocationHoister{HeapCalls: heap, f: f, dt: dt, li: li}
	for k := len(li.All) - 1; k >= 0; k-- { // inner loops first
		if h.loop(li.All[k]) {
			return true
		}
	}
	return false
}

type allocationHoister struct {
	HeapCalls
	f     *ir.Function
	dt    *ir.DomTree
	li    *analysis.LoopInfo
	alias *analysis.Alias
}

// ownMemory is an allocation that is used within single iterations of a loop.
type ownMemory struct {
	make    *ir.Instr
	ends    []*ir.Instr
	parts   map[ir.Value]bool // addresses in it
	guarded bool              // the loop's header may leave it before the memory is made
}

func (h *allocationHoister) loop(l *analysis.Loop) bool {
	if l.Preheader() == nil || l.Latch() == nil {
		return false
	}
	var own []*ownMemory
	var reads, writers []*ir.Instr
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.IsCall() && h.Makes(i):
				o := h.ownMemory(l, i)
				if o == nil {
					return false
				}
				own = append(own, o)
			case i.IsCall() && h.Ends(i):
			case i.Op == ir.Load && i.Flags&(ir.Volatile|ir.Atomic) == 0:
				reads = append(reads, i)
			case i.Op == ir.Store && i.Flags&(ir.Volatile|ir.Atomic) == 0 || edit.SetsOrCopies(i):
				writers = append(writers, i)
			case i.IsCall() && (removableCall(i) || IsHint(i) || h.Pure(i)):
			case i.IsCall() || MayWrite(i):
				return false
			}
		}
	}
	if len(own) == 0 || !h.endsAll(l, own) || !h.apart(l, own, reads, writers) {
		return false
	}
	for _, o := range own {
		h.hoist(l, o)
	}
	h.abortWithout(l, own)
	edit.Compact(h.f)
	edit.RemoveUnreachable(h.f)
	edit.SortBlocks(h.f)
	return true
}

// ownMemory reports the allocation i of l if it is used within single iterations and can be
// made before the loop, nil otherwise.
func (h *allocationHoister) ownMemory(l *analysis.Loop, i *ir.Instr) *ownMemory {
	if i.Op == ir.Invoke && (l.Contains(i.Parent.Term().Blocks[1]) || !leavesFunction(i.Parent.Term().Blocks[1], l)) || i.Op == ir.CallBr || !i.Typ.IsPtr() {
		return nil
	}
	for k := range i.NumCallArgs() {
		if !h.early(l, i.Arg(k), false, 0) {
			return nil
		}
	}
	o := &ownMemory{make: i, parts: map[ir.Value]bool{i: true}}
	work := []ir.Value{i}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(v) {
			part, ok := h.stays(l, o, u)
			if !ok {
				return nil
			}
			if part && !o.parts[u.User] {
				o.parts[u.User] = true
				work = append(work, u.User)
			}
		}
	}
	for p := range o.parts {
		if p := p.(*ir.Instr); p != i && l.Contains(p.Parent) && !o.onlyParts(p) {
			return nil
		}
	}
	if o.guarded = i.Parent != l.Header && h.guard(l) != nil; o.guarded && (i.NumCallArgs() != 1 || !h.early(l, h.guard(l), true, 0)) {
		return nil
	}
	if len(o.ends) == 0 || !h.alwaysMade(l, i) {
		return nil
	}
	return o
}

// stays reports whether the use u of an address in o lets it not escape, and whether it
// derives another address in o.
func (h *allocationHoister) stays(l *analysis.Loop, o *ownMemory, u *ir.Use) (part, ok bool) {
	i := u.User
	if !l.Contains(i.Parent) { // ended while an exception leaves the function
		return i.Op == ir.Phi, leavesFunction(i.Parent, l) && (i.Op == ir.Phi || i.IsCall() && h.Ends(i))
	}
	switch i.Op {
	case ir.GetElementPtr:
		return true, u.Index() == 0
	case ir.BitCast, ir.Freeze, ir.Select:
		return true, true
	case ir.Phi:
		return true, i.Parent != l.Header
	case ir.Load, ir.ICmp:
		return false, true
	case ir.Store:
		return false, u.Index() == 1 && i.Flags&(ir.Volatile|ir.Atomic) == 0
	case ir.PtrToInt:
		return false, onlyDistance(i, 0)
	case ir.Call:
		if h.Ends(i) && u.Index() == 0 {
			o.ends = append(o.ends, i)
			return false, true
		}
		return false, edit.SetsOrCopies(i)
	}
	return false, false
}

// onlyDistance reports whether the integer v, an address, is only used in differences and
// comparisons.
func onlyDistance(v ir.Value, depth int) bool {
	for u := range ir.Uses(v) {
		switch i := u.User; i.Op {
		case ir.ICmp:
		case ir.Sub:
			// A difference of two addresses is an ordinary number.
			a, aok := i.Arg(0).(*ir.Instr)
			b, bok := i.Arg(1).(*ir.Instr)
			if !aok || !bok || a.Op != ir.PtrToInt || b.Op != ir.PtrToInt {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// onlyParts reports whether p, an address that may point into o, points nowhere else.
func (o *ownMemory) onlyParts(p *ir.Instr) bool {
	switch p.Op {
	case ir.Phi:
		for k := range p.NumArgs() {
			if !o.parts[p.Arg(k)] && !ir.IsZero(p.Arg(k)) {
				return false
			}
		}
	case ir.Select:
		return (o.parts[p.Arg(1)] || ir.IsZero(p.Arg(1))) && (o.parts[p.Arg(2)] || ir.IsZero(p.Arg(2)))
	}
	return true
}

// maxEarly bounds the depth of a computation that is repeated before a loop.
const maxEarly = 8

// early reports whether v, or its value in the first iteration, can be computed before l.
func (h *allocationHoister) early(l *analysis.Loop, v ir.Value, first bool, depth int) bool {
	if l.Invariant(v) {
		return true
	}
	i := v.(*ir.Instr)
	switch i.Op {
	case ir.Phi:
		return first && i.Parent == l.Header
	case ir.Add, ir.Sub, ir.Mul, ir.Shl, ir.LShr, ir.AShr, ir.And, ir.Or, ir.Xor, ir.ZExt, ir.SExt, ir.Trunc, ir.ICmp, ir.Select:
	default:
		return false
	}
	for k := range i.NumArgs() {
		if depth == maxEarly || !h.early(l, i.Arg(k), first, depth+1) {
			return false
		}
	}
	return true
}

// alwaysMade reports whether the allocation i runs in the first iteration of l, or is skipped
// there only because its size is zero.
func (h *allocationHoister) alwaysMade(l *analysis.Loop, i *ir.Instr) bool {
	for at := i.Parent; at != nil && l.Contains(at); at = h.dt.Idom(at) {
		if h.always(l, at) {
			return true
		}
		before := h.dt.Idom(at)
		if before == nil {
			return false
		}
		t := before.Term()
		if t.Op != ir.Br || len(t.Blocks) != 2 {
			return false
		}
		other := t.Blocks[0]
		if h.dt.Dominates(other, at) {
			other = t.Blocks[1]
		} else if !h.dt.Dominates(t.Blocks[1], at) {
			return false
		}
		if !leavesFunction(other, l) && !asksForNothing(i, t, other) {
			return false
		}
	}
	return false
}

// asksForNothing reports whether the size of the allocation i is zero where the branch t goes
// to side.
func asksForNothing(i, t *ir.Instr, side *ir.Block) bool {
	c, ok := t.Arg(0).(*ir.Instr)
	if !ok || c.Op != ir.ICmp || !ir.IsZero(c.Arg(1)) || i.NumCallArgs() != 1 {
		return false
	}
	zero := t.Blocks[0]
	switch c.Pred {
	case ir.EQ:
	case ir.NE:
		zero = t.Blocks[1]
	default:
		return false
	}
	return side == zero && multipleOf(i.Arg(0), c.Arg(0))
}

// guard is the condition by which the header of l may exit; nil where it always continues to
// the body.
func (h *allocationHoister) guard(l *analysis.Loop) ir.Value {
	t := l.Header.Term()
	if t.Op != ir.Br || len(t.Blocks) != 2 || l.Contains(t.Blocks[0]) == l.Contains(t.Blocks[1]) {
		return nil
	}
	if out := t.Blocks[0]; !l.Contains(out) && leavesFunction(out, l) {
		return nil
	}
	if out := t.Blocks[1]; !l.Contains(out) && leavesFunction(out, l) {
		return nil
	}
	return t.Arg(0)
}

// always reports whether the first iteration of l reaches b unless the header exits or an
// exception is thrown.
func (h *allocationHoister) always(l *analysis.Loop, b *ir.Block) bool {
	if !h.dt.Dominates(b, l.Latch()) {
		return false
	}
	for _, e := range l.ExitEdges() {
		if e.From == l.Header && h.guard(l) != nil {
			continue
		}
		if !h.dt.Dominates(b, e.From) && !leavesFunction(e.To, l) {
			return false
		}
	}
	return true
}

// multipleOf reports whether v is zero whenever n is.
func multipleOf(v, n ir.Value) bool {
	for range maxEarly {
		if v == n {
			return true
		}
		i, ok := v.(*ir.Instr)
		if !ok {
			return false
		}
		switch i.Op {
		case ir.Mul, ir.Shl, ir.ZExt, ir.SExt, ir.Trunc:
			v = i.Arg(0)
		default:
			return false
		}
	}
	return false
}

// endsAll reports whether l frees only its own allocations.
func (h *allocationHoister) endsAll(l *analysis.Loop, own []*ownMemory) bool {
	ends := map[*ir.Instr]bool{}
	for _, o := range own {
		for _, e := range o.ends {
			ends[e] = true
		}
	}
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if i.IsCall() && h.Ends(i) && !ends[i] {
				return false
			}
		}
	}
	return true
}

// apart reports whether iterations of l share no memory that one of them writes, except their
// own allocations.
func (h *allocationHoister) apart(l *analysis.Loop, own []*ownMemory, reads, writers []*ir.Instr) bool {
	isOwn := func(p ir.Value) bool {
		for _, o := range own {
			if o.parts[p] {
				return true
			}
		}
		return false
	}
	var others []*ir.Instr
	for _, w := range writers {
		switch {
		case w.Op == ir.Store && isOwn(w.Arg(1)):
		case w.Op == ir.Call && isOwn(w.Arg(0)):
			if !edit.IsOverload(w.CalledFunc().Name, "llvm.memset") && !isOwn(w.Arg(1)) {
				return false
			}
		case w.Op == ir.Call:
			return false
		default:
			others = append(others, w)
		}
	}
	if len(others)*len(reads) > maxHoistQueries {
		return false
	}
	var cover *analysis.Coverage
	for _, r := range reads {
		if isOwn(r.Arg(0)) {
			continue
		}
		for _, w := range others {
			if h.alias == nil {
				h.alias = edit.NewAlias(h.f)
			}
			if cover == nil {
				cover = analysis.NewCoverage(h.f, h.dt, h.li)
			}
			if h.alias.Clobbers(w, r) && !cover.Written(r, l, writers) {
				return false
			}
		}
	}
	return true
}
