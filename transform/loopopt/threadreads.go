package loopopt

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// The threads of a team that share the iterations of a loop may all read an array. The reverse sweep then has
// to add to its adjoint atomically, unless no two threads read the same element. Where iteration i reads
// what lies near a[s*i], they do not: all iterations but the first and last of what a thread got read elements that the other
// threads do not come near. ThreadReads has these in a loop of their own, and marks what they read as Owned.
// Förster (2014), Algorithmic Differentiation of Pragma-Defined Parallel Regions, calls this exclusive reads.

const (
	maxSharedLoops  = 12  // that are split in a function
	maxSharedInstrs = 300 // of a loop that is split
	maxSharedReads  = 60  // of numbers, in a loop and what may run at the same time
	maxSharedRoots  = 6   // addresses whose memory is compared
	maxOverlap      = 8   // iterations at each end that share what they read with other threads, where their number is known
)

// ThreadReads marks loads of loops that the threads of a team share as Owned, where no other thread loads the same before the team
// meets again, and splits the loops for that. Loops need single latches. It reports whether anything changed.
func ThreadReads(f *ir.Function) bool {
	if !f.Team {
		return false
	}
	changed := false
	seen := map[*ir.Block]bool{} // headers of loops that were looked at, and of parts
	var shared []*ir.Block       // those of loops in which most iterations are
	for range maxSharedLoops {
		x := newThreadReads(f).nextSplit(seen, &shared, &changed)
		if x == nil {
			break
		}
		for _, header := range x.write() {
			seen[header] = true
		}
		changed = true
		edit.SortBlocks(f)
	}
	for _, header := range shared {
		changed = privatizeGathers(f, header) || changed
	}
	return changed
}

// threadReads looks for loops whose threads read elements of their own.
type threadReads struct {
	f       *ir.Function
	dt      *ir.DomTree
	li      *analysis.LoopInfo
	alias   *analysis.Alias
	strides *edit.Strides
	assumed []narrowSum // of the loop that is looked at
	writers []*ir.Instr
	same    *sameValues // in all threads then
}

// teamPhase is what threads may run, from one meeting of the team to the next, while others are in a loop.
type teamPhase struct {
	runs   map[*ir.Instr]bool
	synced bool // they may wait for each other, or take turns
}

func newThreadReads(f *ir.Function) *threadReads {
	dt := ir.Dominators(f)
	t := &threadReads{f: f, dt: dt, li: analysis.Loops(f, dt), alias: edit.NewAlias(f)}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if canon.MayWrite(i) && !canon.SetsErrno(i) && !inRuntimeLibrary(i) && !(i.Op == ir.Store && isOwnSlot(i.Arg(1))) {
				t.writers = append(t.writers, i)
			}
		}
	}
	return t
}

// inRuntimeLibrary reports whether i is a call that writes nothing but what its arguments point to, variables of
// the thread, such as those of OpenMP's runtime library.
func inRuntimeLibrary(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil || i.Op != ir.Call {
		return false
	}
	k := rules.KnownOf(f)
	if k == nil || k.Class != rules.Inactive {
		return false
	}
	_, share := rules.ShareOf(f.Name)
	return share || !k.WritesArgs
}

// isOwnSlot reports whether p is a variable of the thread whose address nothing but the runtime library has.
func isOwnSlot(p ir.Value) bool {
	slot, ok := p.(*ir.Instr)
	if !ok || slot.Op != ir.Alloca {
		return false
	}
	for u := range ir.Uses(slot) {
		switch i := u.User; {
		case i.Op == ir.Load, i.Op == ir.Store && u.Index() == 1, inRuntimeLibrary(i), canon.IsHint(i):
		default:
			return false
		}
	}
	return true
}

// nextSplit gives the next loop that is to be split, nil where there is none. Where loops need not be split for it, what
// they read is marked. It adds the headers of the loops that it finds to shared.
func (t *threadReads) nextSplit(seen map[*ir.Block]bool, shared *[]*ir.Block, changed *bool) *splitReads {
	for _, l := range t.li.All {
		if seen[l.Header] {
			continue
		}
		x := t.sharedLoopOf(l)
		if x == nil {
			continue
		}
		seen[l.Header] = true
		*shared = append(*shared, l.Header)
		groups := t.groupsIn(x)
		s := &splitReads{threadReads: t, sharedLoop: x}
		if len(t.assumed) > 0 && !s.bounded() {
			continue
		}
		for _, g := range groups {
			switch ends, ok := g.overlap(); {
			case ok && ends == 0 && len(g.roots) == 1 && len(t.assumed) == 0:
				g.own()
				*changed = true
			case ok && ends > maxOverlap || (len(g.roots) > 1 || g.inRows()) && !s.bounded():
			default:
				s.groups = append(s.groups, g)
			}
		}
		if len(s.groups) > 0 && s.canSplit() {
			return s
		}
	}
	return nil
}

// groupsIn gives the reads of x that may be of the same memory, by group, where it is known of all of them which
// elements an iteration reads.
func (t *threadReads) groupsIn(x *sharedLoop) (groups []*readGroup) {
	t.strides, t.assumed = edit.NewStrides(t.f.Module.Layout), nil
	t.same = newSameValues(x.loop)
	t.strides.Assume = func(v ir.Value, op ir.Op) bool {
		t.assumed = append(t.assumed, narrowSum{v: v, op: op})
		return true
	}
	loads, ok := t.together(x)
	if !ok || len(loads) > maxSharedReads {
		return nil
	}
	var unknown []ir.Value
	for _, i := range loads {
		if !x.loop.Contains(i.Parent) || i.Op != ir.Load || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
			unknown = append(unknown, readAddress(i))
			continue
		}
		r := t.readOf(x, i)
		if r == nil {
			unknown = append(unknown, i.Arg(0))
			continue
		}
		groups = t.group(groups, r)
	}
	if !t.takeApart(x) {
		return nil
	}
	return slices.DeleteFunc(groups, func(g *readGroup) bool {
		return !g.alike() || len(g.roots) > maxSharedRoots || slices.ContainsFunc(unknown, func(p ir.Value) bool { return g.mayRead(p) })
	})
}

// readAddress is where i, a load or a copy of memory, reads.
func readAddress(i *ir.Instr) ir.Value {
	if i.Op == ir.Load {
		return i.Arg(0)
	}
	return i.Arg(1)
}

// group adds r to the groups of reads, joining those that may be of the same memory.
func (t *threadReads) group(groups []*readGroup, r *threadRead) []*readGroup {
	g := &readGroup{t: t, roots: []ir.Value{r.root}, reads: []*threadRead{r}}
	return append(slices.DeleteFunc(groups, func(o *readGroup) bool {
		if !slices.ContainsFunc(o.roots, func(p ir.Value) bool { return t.maybeSame(p, r.root) }) {
			return false
		}
		for _, p := range o.roots {
			if !slices.Contains(g.roots, p) {
				g.roots = append(g.roots, p)
			}
		}
		g.reads = append(o.reads, g.reads...)
		return true
	}), g)
}

func (t *threadReads) maybeSame(p, q ir.Value) bool {
	return p == q || t.alias.AliasAnytime(p, -1, q, -1) != analysis.NoAlias
}

// together gives the loads of numbers, and the copies of memory, that threads may run while others are in x; ok is false where
// that is not known.
func (t *threadReads) together(x *sharedLoop) (reads []*ir.Instr, ok bool) {
	preds := t.f.Preds()
	// Back to where the team met before x, and from there to where it meets again.
	var starts []*ir.Block // whose ends lead there
	seen := map[*ir.Block]bool{x.loop.Header: true}
	work := []*ir.Block{x.loop.Header}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range preds[b.ID] {
			switch {
			case seen[p]:
			case slices.ContainsFunc(p.Instrs, meets):
				starts = append(starts, p)
			default:
				seen[p] = true
				work = append(work, p)
			}
		}
	}
	after := map[*ir.Block]bool{} // whose instructions in front of the first meeting run then
	visit := func(b *ir.Block) {
		if !after[b] {
			after[b] = true
			work = append(work, b)
		}
	}
	for b := range seen {
		visit(b)
	}
	for _, b := range starts {
		k := len(b.Instrs) - 1
		for !meets(b.Instrs[k]) {
			k--
		}
		if reads, ok = t.numbersRead(b.Instrs[k+1:], reads); !ok {
			return nil, false
		}
		for _, s := range b.Succs() {
			visit(s)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		end := slices.IndexFunc(b.Instrs, meets)
		if end < 0 {
			end = len(b.Instrs)
			for _, s := range b.Succs() {
				visit(s)
			}
		}
		if slices.Contains(b.Instrs[:end], x.begins()) && t.again(b) {
			return nil, false // the loop runs once more, in other parts
		}
		if reads, ok = t.numbersRead(b.Instrs[:end], reads); !ok {
			return nil, false
		}
	}
	return inReadingOrder(t.f, reads), true
}

// meets reports whether the threads of a team wait for each other in i.
func meets(i *ir.Instr) bool {
	f := i.CalledFunc()
	return f != nil && i.Op == ir.Call && rules.IsTeamBarrier(f.Name)
}

// again reports whether block b, in which a loop begins for the team, may run once more before the team meets.
func (t *threadReads) again(b *ir.Block) bool {
	return reaches(b, b, func(x *ir.Block) bool { return slices.ContainsFunc(x.Instrs, meets) })
}

// reaches reports whether control may come from block b to block to without going through a block that stops it; b may be one.
func reaches(b, to *ir.Block, stops func(*ir.Block) bool) bool {
	seen := map[*ir.Block]bool{}
	work := []*ir.Block{b}
	for len(work) > 0 {
		from := work[len(work)-1]
		work = work[:len(work)-1]
		if stops(from) {
			continue
		}
		for _, s := range from.Succs() {
			if s == to {
				return true
			}
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// inReadingOrder sorts instructions of f, without doubles.
func inReadingOrder(f *ir.Function, list []*ir.Instr) (out []*ir.Instr) {
	wanted := map[*ir.Instr]bool{}
	for _, i := range list {
		wanted[i] = true
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if wanted[i] {
				out = append(out, i)
			}
		}
	}
	return out
}

// numbersRead adds to reads what instructions read of memory that may hold numbers with adjoints; ok is false where that
// is not known.
func (t *threadReads) numbersRead(instrs, reads []*ir.Instr) (out []*ir.Instr, ok bool) {
	for _, i := range instrs {
		t.same.phase.runs[i] = true
		t.same.phase.synced = t.same.phase.synced || synchronises(i)
		switch i.Op {
		case ir.Load:
			if t.alias.Private(i.Arg(0)) == nil && !i.Typ.IsPtr() && !isIntSlot(i.Arg(0)) && !onlyIndex(i, map[*ir.Instr]bool{}) {
				reads = append(reads, i)
			}
		case ir.CmpXchg, ir.VAArg, ir.Invoke, ir.CallBr:
			return nil, false
		case ir.Call:
			switch {
			case edit.MemIntrinsic(i) == "memset", canon.SetsErrno(i), canon.IsHint(i):
			case edit.MemIntrinsic(i) != "":
				reads = append(reads, i)
			case !t.readsNothing(i):
				return nil, false
			}
		}
	}
	return reads, true
}

// readsNothing reports whether the call i reads no numbers from memory, but for variables of the thread.
func (t *threadReads) readsNothing(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil {
		return false
	}
	if m := rules.MaskedOf(i); m.Kind != rules.NotMasked {
		return !m.Load
	}
	if name, ok := strings.CutPrefix(f.Name, "llvm."); ok && canon.IsPureIntrinsic(name) {
		return true
	}
	k := rules.KnownOf(f)
	return k != nil && (k.Pure || k.Class == rules.Alloc || k.Class == rules.Free || k.Class == rules.Inactive)
}

// isIntSlot reports whether p is a variable of the thread that holds an integer.
func isIntSlot(p ir.Value) bool {
	slot, ok := p.(*ir.Instr)
	return ok && slot.Op == ir.Alloca && slot.Elem.IsInt()
}

const maxIndexUses = 40

// onlyIndex reports whether what i computes is an integer that goes into addresses and comparisons alone.
func onlyIndex(i *ir.Instr, seen map[*ir.Instr]bool) bool {
	if seen[i] {
		return true
	}
	if seen[i] = true; !i.Typ.IsInt() || len(seen) > maxIndexUses {
		return false
	}
	for u := range ir.Uses(i) {
		switch x := u.User; x.Op {
		case ir.ICmp, ir.Switch, ir.SIToFP, ir.UIToFP:
		case ir.GetElementPtr:
			if u.Index() == 0 {
				return false
			}
		case ir.SExt, ir.ZExt, ir.Trunc, ir.Add, ir.Sub, ir.Mul, ir.SDiv, ir.UDiv, ir.SRem, ir.URem, ir.Shl, ir.Phi, ir.Select:
			if !onlyIndex(x, seen) {
				return false
			}
		case ir.Store:
			if u.Index() != 0 || !isIntSlot(x.Arg(1)) {
				return false
			}
		case ir.Call:
			if _, ok := edit.Extremum(x); !inRuntimeLibrary(x) && (!ok || !onlyIndex(x, seen)) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
