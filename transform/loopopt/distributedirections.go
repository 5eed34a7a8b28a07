package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// DistributeDirections distributes a loop nest of a tangent function of many directions: each
// direction gets a nest of its own before the primal's, since one nest would stream through
// more arrays than there are registers for addresses, and than a processor prefetches. That
// what the primal writes is disjoint from what the directions read of it is proved, or checked
// at run time before the nest.
//
// lane gives, for loads, stores and memsets, the direction whose shadow they access, -1 for
// primal memory; shadows of different directions are disjoint. Accesses without an entry may
// be of either. It reports whether anything changed.
func DistributeDirections(f *ir.Function, lane map[*ir.Instr]int, width int) bool {
	li := analysis.Loops(f, ir.Dominators(f))
	var alias *analysis.Alias
	changed, done := false, map[*analysis.Loop]bool{}
	for _, l := range li.All {
		if done[l.Parent] || len(l.Inner) == 0 || l.Preheader() == nil {
			done[l] = done[l.Parent]
			continue
		}
		if alias == nil {
			alias = edit.NewAlias(f)
		}
		j := &unrollAndJam{f: f, l: l, li: li, alias: alias, before: l.Preheader()}
		x := &directionNest{unrollAndJam: j, lane: lane, width: width}
		if x.find() && x.worth() && x.apart() && x.write() {
			done[l], changed = true, true
		}
	}
	return changed
}

const (
	// manyStreams is how many accesses of directions an innermost loop must have.
	manyStreams         = 12
	minDirectionCount   = 24 // iterations of an innermost loop
	maxLaneBlocks       = 24
	maxLaneInstrs       = 1500
	maxDirectionObjects = 8 // of the primal
)

// directionNest is a nest that may be distributed.
type directionNest struct {
	*unrollAndJam
	lane   map[*ir.Instr]int
	width  int
	exit   *ir.Block
	groups []*directionGroup // one for each direction, behind them the primal's
	home   map[*ir.Instr]*directionGroup
}

// directionGroup is the part of the nest that one of the new nests does.
type directionGroup struct {
	in     map[*ir.Instr]bool
	copies map[ir.Value]ir.Value
}

// find looks at the shape of the nest and assigns its instructions to directions; false where
// one belongs to several.
func (x *directionNest) find() bool {
	if len(x.l.Blocks) > maxLaneBlocks {
		return false
	}
	instrs := 0
	for _, b := range x.l.Blocks {
		if instrs += len(b.Instrs); instrs > maxLaneInstrs || !x.straight(b) {
			return false
		}
		for _, i := range b.Instrs {
			if !x.plain(i) {
				return false
			}
			if p, _, _ := x.accessed(i); p != nil {
				if _, known := x.lane[i]; !known {
					return false
				}
			}
		}
	}
	x.blocks = x.l.Blocks
	if x.leaves == nil {
		return false
	}
	x.exit = x.l.ExitEdges()[0].To
	x.count = analysis.BackedgeCount(x.l)
	return x.count != nil && x.many() && x.dedicated() && x.sort()
}

// many reports whether an innermost loop streams through many arrays, and often enough.
func (x *directionNest) many() bool {
	most := 0
	for _, l := range append(inside(x.l), x.l) {
		if len(l.Inner) > 0 {
			continue
		}
		n := analysis.BackedgeCount(l)
		if n == nil {
			return false
		}
		if c, ok := n.Const(); ok && c < minDirectionCount {
			return false
		}
		streams := 0
		for _, b := range l.Blocks {
			for _, i := range b.Instrs {
				p, _, length := x.accessed(i)
				if p == nil || length != nil || x.lane[i] < 0 {
					continue
				}
				streams++
				if !x.goesAlong(l, p, accessType(i)) && !l.Invariant(p) {
					return false
				}
			}
		}
		most = max(most, streams)
	}
	return most >= manyStreams
}

// dedicated reports whether values of the nest are used after it only by phis of its exit,
// which has no other predecessor.
func (x *directionNest) dedicated() bool {
	for _, p := range x.exit.Phis() {
		if len(p.Blocks) != 1 {
			return false
		}
	}
	if preds := x.f.Preds(); len(preds[x.exit.ID]) != 1 {
		return false
	}
	for _, b := range x.blocks {
		for _, i := range b.Instrs {
			for u := range ir.Uses(i) {
				if !x.l.Contains(u.User.Parent) && (u.User.Op != ir.Phi || u.User.Parent != x.exit) {
					return false
				}
			}
		}
	}
	return true
}

func (x *directionNest) sort() bool {
	for range x.width + 1 {
		x.groups = append(x.groups, &directionGroup{map[*ir.Instr]bool{}, map[ir.Value]ir.Value{}})
	}
	x.home = map[*ir.Instr]*directionGroup{}
	for _, b := range x.blocks {
		for _, i := range b.Instrs {
			if x.root(i) && !x.place(i) {
				return false
			}
		}
	}
	for _, g := range x.groups {
		for _, b := range x.blocks {
			x.slice(b.Term(), g.in)
		}
	}
	return true
}

// root reports whether i writes, or is used after the nest.
func (x *directionNest) root(i *ir.Instr) bool {
	if i.Op == ir.Store || isMemSet(i) {
		return true
	}
	for u := range ir.Uses(i) {
		if !x.l.Contains(u.User.Parent) {
			return true
		}
	}
	return false
}

// place assigns i, and all that it needs, to a group.
func (x *directionNest) place(i *ir.Instr) bool {
	slice := map[*ir.Instr]bool{}
	x.slice(i, slice)
	lane := -1
	for s := range slice {
		k, known := x.lane[s]
		if !known || k < 0 {
			continue
		}
		if lane >= 0 && lane != k {
			return false
		}
		lane = k
	}
	if p, _, _ := x.accessed(i); p != nil && x.lane[i] != lane {
		return false // primal memory gets what comes from a shadow
	}
	if lane < 0 {
		lane = x.width
	}
	for s := range slice {
		x.groups[lane].in[s] = true
	}
	x.home[i] = x.groups[lane]
	return true
}

// slice adds to in what i needs in the nest, i included.
func (x *directionNest) slice(i *ir.Instr, in map[*ir.Instr]bool) {
	if in[i] || !x.l.Contains(i.Parent) {
		return
	}
	in[i] = true
	for _, v := range i.Args() {
		if a, ok := v.(*ir.Instr); ok {
			x.slice(a, in)
		}
	}
}

// worth reports whether little is repeated: what the directions share costs no more than what
// each does by itself, and carries nothing between iterations but induction variables.
func (x *directionNest) worth() bool {
	shared, own := 0, 0
	for _, b := range x.blocks {
		for _, i := range b.Instrs {
			in := 0
			for _, g := range x.groups[:x.width] {
				if g.in[i] {
					in++
				}
			}
			switch {
			case in == 0:
			case in > 1 && i.Op == ir.Phi && len(i.Blocks) > 1:
				if x.li.Of(b).Recurrence(i) == nil {
					return false
				}
			case in > 1 && i.Typ.IsFP():
				if shared += price(i); price(i) > maxSharedPrice {
					return false
				}
			case i.Typ.IsFP() || i.Op == ir.Store:
				own += price(i)
			}
		}
	}
	return shared*x.width <= own
}

const maxSharedPrice = 4

// price is the cost of an instruction, an addition being 1.
func price(i *ir.Instr) int {
	switch {
	case i.Op == ir.FDiv || i.Op == ir.FRem:
		return 5
	case i.IsCall() && !edit.IsOverload(i.CalledFunc().Name, "llvm.fmuladd") && !edit.IsOverload(i.CalledFunc().Name, "llvm.fabs"):
		return 20
	}
	return 1
}

// apart reports whether what the primal writes is disjoint from what the directions read of
// it, or can be checked to be.
func (x *directionNest) apart() bool {
	x.sums = &jamSums{j: x.unrollAndJam, number: map[jamLeaf]int{}}
	primal := x.groups[x.width]
	read, written := map[ir.Value]*jamObject{}, map[ir.Value]*jamObject{}
	for _, b := range x.blocks {
		for _, i := range b.Instrs {
			p, bytes, length := x.accessed(i)
			if p == nil || x.lane[i] >= 0 {
				continue
			}
			by, needed := read, i.Op == ir.Load && x.shared(i)
			if i.Op != ir.Load {
				by, needed = written, x.home[i] == primal
			}
			if needed && !x.gather(by, i, p, bytes, length) {
				return false
			}
		}
	}
	for _, o := range x.objects {
		for _, p := range x.objects {
			if read[o.base] != o || written[p.base] != p {
				continue
			}
			if o.base == p.base {
				return false
			}
			if x.alias.Alias(o.base, -1, p.base, -1) != analysis.NoAlias {
				x.compared = append(x.compared, [2]*jamObject{o, p})
			}
		}
	}
	return len(x.compared) <= maxJamCompared
}

// shared reports whether a direction needs i.
func (x *directionNest) shared(i *ir.Instr) bool {
	for _, g := range x.groups[:x.width] {
		if g.in[i] {
			return true
		}
	}
	return false
}

// gather records an access of primal memory.
func (x *directionNest) gather(by map[ir.Value]*jamObject, i *ir.Instr, p ir.Value, bytes int64, length ir.Value) bool {
	a := &jamAccess{i: i, bytes: bytes}
	base, off, ok := x.sums.address(p)
	if ok && length != nil {
		a.length, ok = x.sums.of(length, 0)
	}
	if !ok || bytes < 0 || len(x.objects) == maxDirectionObjects && by[base] == nil {
		return false
	}
	a.off = off
	if by[base] == nil {
		by[base] = &jamObject{base: base}
		x.objects = append(x.objects, by[base])
	}
	by[base].accesses = append(by[base].accesses, a)
	return true
}

// write emits the distributed nests before the original one, which stays for where the check
// fails.
func (x *directionNest) write() bool {
	f := x.f
	check := f.NewBlock(f.FreshName("llad.lanes.check"))
	n := &jamNumbers{j: x.unrollAndJam, b: ir.NewBuilder(check), counts: map[*analysis.Loop]ir.Value{}, asked: map[int]bool{}}
	for _, l := range append(inside(x.l), x.l) {
		count := analysis.BackedgeCount(l)
		if count == nil {
			return x.abandon(check)
		}
		n.counts[l] = count.Emit(n.b)
		least := int64(1)
		if len(l.Inner) == 0 {
			least = minDirectionCount
		}
		n.require(n.b.ICmp(ir.UGE, n.counts[l], ir.NewInt(ir.I64, least)))
		n.require(n.b.ICmp(ir.ULT, n.counts[l], ir.NewInt(ir.I64, maxJamFactor)))
	}
	if len(x.compared) > 0 {
		n.check()
	}
	if !x.known(check) {
		return x.abandon(check)
	}
	x.before.Term().Erase()
	b := ir.NewBuilder(x.before)
	b.Br(check)
	old := f.NewBlock(f.FreshName("llad.together"))
	first := f.NewBlock(f.FreshName("llad.lane"))
	MarkFastVersion(n.b.CondBr(n.ok, first, old))
	b.AtEnd(old)
	b.Br(x.l.Header)
	for _, p := range x.l.Header.Phis() {
		for k, by := range p.Blocks {
			if by == x.before {
				p.Blocks[k] = old
			}
		}
	}
	from, last := first, first
	for k, g := range x.groups {
		next := x.exit
		if k < x.width {
			next = f.NewBlock(f.FreshName("llad.lane"))
		}
		last = x.copyNest(g, old, from, next)
		from = next
	}
	for _, p := range x.exit.Phis() {
		v := p.Arg(0)
		if i, ok := v.(*ir.Instr); ok && x.l.Contains(i.Parent) {
			v = x.home[i].copies[i]
		}
		p.AddIncoming(v, last)
	}
	return true
}

// copyNest copies the nest for g: entered from from, as the original is from old, and left to
// next. It returns the exiting block.
func (x *directionNest) copyNest(g *directionGroup, old, from, next *ir.Block) *ir.Block {
	blocks := map[*ir.Block]*ir.Block{old: from, x.exit: next}
	for _, b := range x.blocks {
		blocks[b] = x.f.NewBlock(x.f.FreshName(b.Name + ".lane"))
		for _, i := range b.Instrs {
			if g.in[i] {
				g.copies[i] = blocks[b].Append(i.Copy())
			}
		}
	}
	for _, b := range x.blocks {
		for _, c := range blocks[b].Instrs {
			for k, v := range c.Args() {
				if to := g.copies[v]; to != nil {
					c.SetArg(k, to)
				}
			}
			for k, by := range c.Blocks {
				c.Blocks[k] = blocks[by]
			}
		}
	}
	ir.NewBuilder(from).Br(blocks[x.l.Header])
	return blocks[x.leaves]
}
