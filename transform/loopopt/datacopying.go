package loopopt

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// A nest of loops reads a matrix many times over, and code that runs later, perhaps
// the next iteration of a loop around the nest, may overwrite it: layers that keep
// activations in one arena, buffers that are filled again in every step. A derivative
// would have to keep what each iteration read, which is as many numbers as the nest
// does operations. DataCopying has the nest read a copy instead, which is made in front of
// it and which nobody else knows: what it holds is there until the reverse sweep, and
// takes as much memory as the matrix.

const (
	maxCopyInstrs   = 24000 // of a function, with what DataCopying adds
	maxNestInstrs   = 600
	maxNestAccesses = 60
	maxCopiedNests  = 40
	maxCopyAsked    = 200000
	minNestReuse    = 4 // how often a nest reads each element at least
	minShiftedLoads = 3 // where different loads do: how many there are at least
	minShiftedReuse = 2
	minNestReads    = 128 // in one run of the nest
	tripCap         = 1 << 20
	readsCap        = 1 << 40
)

// dataCopier is the state of DataCopying in one function.
type dataCopier struct {
	f      *ir.Function
	dt     *ir.DomTree
	li     *analysis.LoopInfo
	alias  *analysis.Alias
	order  map[*ir.Block]int
	passed *analysis.DependenceTest

	writers []*ir.Instr           // what may write memory, in loops
	done    map[*ir.Block]bool    // nothing there gets copies: versions that are not meant to run
	copies  map[ir.Value]bool     // made by this pass
	tried   map[nestRoot]struct{} // before
	asked   int
}

// nestRoot names a pointer that a nest, by its header, reads through.
type nestRoot struct {
	header *ir.Block
	root   ir.Value
}

// nestReads is what a nest reads through one pointer, and what it writes that may be
// the same memory.
type nestReads struct {
	root    ir.Value
	loads   []*ir.Instr
	shifted bool // each load reads an element once, but several loads do
	against []*ir.Instr
}

// DataCopying gives nests that read memory many times, which loops overwrite later, copies
// to read, where they read each number several times. f is in normal form and about to be
// analysed for the reverse sweep. It reports whether it changed f.
func DataCopying(f *ir.Function) bool {
	c := newDataCopier(f)
	changed := false
	for range maxCopiedNests {
		if !c.look() {
			break
		}
		l, reads := c.next()
		if l == nil {
			break
		}
		if c.copy(l, reads) {
			changed = true
			canon.LoopSimplify(f)
			canon.LCSSA(f)
			edit.SortBlocks(f)
		}
	}
	return changed
}

// CanCopyData reports whether DataCopying would give any nest of f copies. It leaves f as it is.
func CanCopyData(f *ir.Function) bool {
	c := newDataCopier(f)
	for range maxCopiedNests {
		if !c.look() {
			break
		}
		l, reads := c.next()
		if l == nil {
			break
		}
		at := l.Preheader()
		first := len(at.Instrs) - 1
		list := c.plan(l, reads)
		forgetInstrs(at, first)
		if len(list) > 0 {
			return true
		}
	}
	return false
}

func newDataCopier(f *ir.Function) *dataCopier {
	return &dataCopier{f: f, done: map[*ir.Block]bool{}, copies: map[ir.Value]bool{}, tried: map[nestRoot]struct{}{}}
}

// look analyses the function as it stands; false where there is nothing to do.
func (c *dataCopier) look() bool {
	n, deep := 0, false
	for _, b := range c.f.Blocks {
		n += len(b.Instrs)
	}
	if n > maxCopyInstrs || c.asked > maxCopyAsked {
		return false
	}
	c.dt = ir.Dominators(c.f)
	c.li = analysis.Loops(c.f, c.dt)
	for _, l := range c.li.All {
		deep = deep || l.Depth > 1
	}
	if !deep {
		return false
	}
	if len(c.tried) == 0 {
		m := c.f.Module
		if !declarable(m, "malloc", m.FuncType(m.Ptr(), ir.I64)) || !declarable(m, "free", m.FuncType(ir.Void, m.Ptr())) {
			return false
		}
		c.otherVersions()
	}
	c.alias = edit.NewAlias(c.f)
	c.passed = analysis.NewDependenceTest(c.f, c.li)
	c.order = map[*ir.Block]int{}
	c.writers = c.writers[:0]
	for k, b := range c.f.Blocks {
		c.order[b] = k
		if c.li.Of(b) == nil {
			continue
		}
		for _, i := range b.Instrs {
			if f := i.CalledFunc(); f != nil && (strings.HasPrefix(f.Name, "llvm.stacksave") || strings.HasPrefix(f.Name, "llvm.stackrestore")) {
				continue
			}
			if canon.MayWrite(i) {
				c.writers = append(c.writers, i)
			}
		}
	}
	return true
}

// declarable reports whether the module has no other function of that name.
func declarable(m *ir.Module, name string, typ *ir.Type) bool {
	f := m.Func(name)
	return f == nil || f.IsDecl && ir.Same(f.Typ, typ)
}

// otherVersions finds what runs only where ranges are not apart that mostly are.
func (c *dataCopier) otherVersions() {
	for _, b := range c.f.Blocks {
		t := b.Term()
		if t.Op != ir.Br || t.NumArgs() == 0 || !isAliasCheck(t.Arg(0)) {
			continue
		}
		for _, x := range c.f.Blocks {
			if c.dt.Dominates(t.Blocks[1], x) {
				c.done[x] = true
			}
		}
	}
}

// isAliasCheck reports whether v is what a check of AliasCheck gave, perhaps along with
// other conditions.
func isAliasCheck(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	switch {
	case !ok:
		return false
	case i.Op == ir.And:
		return isAliasCheck(i.Arg(0)) || isAliasCheck(i.Arg(1))
	}
	f := i.CalledFunc()
	return f != nil && f.Name == AliasCheck
}

// next finds the first of the outermost nests for which copies may help, and what
// they would be of.
func (c *dataCopier) next() (*analysis.Loop, []*nestReads) {
	found := map[*analysis.Loop][]*nestReads{}
	var nests []*analysis.Loop
	for _, b := range c.f.Blocks {
		if l := c.li.Of(b); l == nil || l.Depth < 2 || c.done[b] {
			continue
		}
		for _, i := range b.Instrs {
			if i.Op != ir.Load || !ir.Same(i.Typ, ir.Double) && !ir.Same(i.Typ, ir.Float) || i.Flags&(ir.Volatile|ir.Atomic) != 0 || !isFactor(i) {
				continue
			}
			root := plainRoot(i.Arg(0))
			if root == nil || c.copies[root] {
				continue
			}
			l, shifted := c.nestOf(i, root)
			if l == nil {
				continue
			}
			if _, no := c.tried[nestRoot{l.Header, root}]; no || !c.overwritten(i, l) {
				continue
			}
			if found[l] == nil {
				nests = append(nests, l)
			}
			found[l] = addReads(found[l], root, i, shifted)
		}
	}
	var best *analysis.Loop
	for _, l := range nests {
		found[l] = slices.DeleteFunc(found[l], func(r *nestReads) bool { return r.shifted && len(r.loads) < minShiftedLoads })
		if len(found[l]) > 0 && (best == nil || l.ContainsLoop(best)) {
			best = l
		}
	}
	for _, r := range found[best] {
		if r.shifted {
			c.readsToo(best, r)
		}
	}
	return best, found[best]
}

// readsToo adds what else nest l reads through the same pointer: differences of elements,
// which may be factors, need not be kept then.
func (c *dataCopier) readsToo(l *analysis.Loop, r *nestReads) {
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Load || !ir.Same(i.Typ, r.loads[0].Typ) || i.Flags&(ir.Volatile|ir.Atomic) != 0 || plainRoot(i.Arg(0)) != r.root ||
				slices.Contains(r.loads, i) || !c.dense(i) || !c.separable(i, r.root, l) {
				continue
			}
			if c.depends(i.Arg(0), r.root, map[*analysis.Loop]bool{}, map[ir.Value]bool{}) {
				r.loads = append(r.loads, i)
			}
		}
	}
}

func addReads(list []*nestReads, root ir.Value, i *ir.Instr, shifted bool) []*nestReads {
	for _, r := range list {
		if r.root == root && ir.Same(r.loads[0].Typ, i.Typ) {
			r.loads = append(r.loads, i)
			r.shifted = r.shifted && shifted
			return list
		}
	}
	return append(list, &nestReads{root: root, loads: []*ir.Instr{i}, shifted: shifted})
}

// isFactor reports whether a derivative may ask what the load i read: sums do not.
func isFactor(i *ir.Instr) bool {
	for u := range ir.Uses(i) {
		x := u.User
		switch x.Op {
		case ir.FAdd, ir.FSub, ir.FNeg, ir.Store, ir.FCmp:
		case ir.FMul:
			if !ir.IsConstant(x.Arg(1 - u.Index())) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// plainRoot is the pointer that p is computed from by distances alone, nil where it is
// a constant.
func plainRoot(p ir.Value) ir.Value {
	for range 50 {
		i, ok := p.(*ir.Instr)
		if !ok {
			if _, ok := p.(*ir.Param); ok {
				return p
			}
			return nil
		}
		if i.Op != ir.GetElementPtr && i.Op != ir.BitCast || !i.Arg(0).Type().IsPtr() {
			return p
		}
		if _, _, marked := analysis.DisjointMark(i); marked {
			return p
		}
		p = i.Arg(0)
	}
	return nil
}

// nestOf is the outermost loop that root stands in front of, in which load i reads the
// same many times: its address does not depend on that loop or one in it. Where there is
// none with loops in it, shifted is set, and it is the outermost of those around i with
// each of which its address changes; nil where there is none of these either.
func (c *dataCopier) nestOf(i *ir.Instr, root ir.Value) (nest *analysis.Loop, shifted bool) {
	on := map[*analysis.Loop]bool{}
	if !c.depends(i.Arg(0), root, on, map[ir.Value]bool{}) {
		return nil, false
	}
	var moves *analysis.Loop
	again := false
	for l := c.li.Of(i.Parent); l != nil && l.Invariant(root) && !c.done[l.Header] && c.separable(i, root, l); l = l.Parent {
		if !nestsIn(l) {
			break
		}
		// Once some loop reads it again, loops around that only make the copy larger.
		if again = again || !on[l] && !shortLoop(l); again {
			nest = l
		} else if on[l] {
			moves = l
		}
	}
	switch {
	case nest != nil && nest.Preheader() != nil && nest != c.li.Of(i.Parent):
		return nest, false
	case nest == nil && moves != nil && moves.Depth > 1 && moves.Preheader() != nil && c.dense(i):
		return moves, true
	}
	return nil, false
}

// dense reports whether load i goes from element to element in its innermost loop: between
// members of structs there may be what is no float.
func (c *dataCopier) dense(i *ir.Instr) bool {
	rec := c.li.Of(i.Parent).Recurrence(i.Arg(0))
	if rec == nil {
		return false
	}
	step, ok := rec.Step()
	return ok && max(step, -step) == c.f.Module.Layout.StoreSize(i.Typ)
}

// separable reports whether what l writes that may be what load i reads through root
// goes through other pointers, which can be compared in front of l.
func (c *dataCopier) separable(i *ir.Instr, root ir.Value, l *analysis.Loop) bool {
	for _, w := range c.writers {
		if !l.Contains(w.Parent) || !c.clobbers(w, i) {
			continue
		}
		list := addressesOf(w)
		if len(list) == 0 || !list[0].written || list[0].bytes == nil {
			return false
		}
		other := plainRoot(list[0].p)
		if other == nil || !l.Invariant(other) || other == root && invariantStart(l, list[0].p) == invariantStart(l, i.Arg(0)) {
			return false
		}
	}
	return true
}

// invariantStart is the last address on the way to p that is known in front of l: where
// it differs two accesses through the same pointer are to different parts of its memory,
// as a rule.
func invariantStart(l *analysis.Loop, p ir.Value) ir.Value {
	for !l.Invariant(p) {
		p = p.(*ir.Instr).Arg(0)
	}
	return p
}

// clobbers reports whether w may write what load i reads; more than maxCopyAsked times
// that is not found out.
func (c *dataCopier) clobbers(w, i *ir.Instr) bool {
	c.asked++
	return c.asked > maxCopyAsked || c.alias.Clobbers(w, i)
}

// nestsIn reports whether l is small enough and does what copies of it may do.
func nestsIn(l *analysis.Loop) bool {
	n, accesses := 0, 0
	for _, b := range l.Blocks {
		n += len(b.Instrs)
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.Invoke, i.Op == ir.CallBr, i.Op == ir.IndirectBr, i.Op == ir.Alloca, i.Typ.Kind == ir.TokenKind:
				return false
			case i.Op == ir.Load, i.Op == ir.Store:
				accesses++
			}
		}
	}
	for _, b := range l.ExitBlocks() {
		if edit.IsEHPad(b) {
			return false
		}
	}
	return n <= maxNestInstrs && accesses <= maxNestAccesses
}

func shortLoop(l *analysis.Loop) bool {
	if n := analysis.BackedgeCount(l); n != nil {
		if v, ok := n.Const(); ok {
			return v < minNestReuse-1
		}
	}
	return false
}

// depends collects the loops whose iterations v depends on; false where v is nothing
// that bounds could be computed of.
func (c *dataCopier) depends(v, root ir.Value, on map[*analysis.Loop]bool, seen map[ir.Value]bool) bool {
	i, ok := v.(*ir.Instr)
	if !ok || v == root || seen[v] {
		return true
	}
	if seen[v] = true; len(seen) > 60 {
		return false
	}
	l := c.li.Of(i.Parent)
	if l == nil {
		return true
	}
	switch {
	case i.Op == ir.Phi && l.Header == i.Parent:
		on[l] = true
	case i.Op == ir.Load, i.Op == ir.Phi, i.IsCall():
		for ; l != nil; l = l.Parent {
			on[l] = true // nothing is known of it but where it is computed
		}
		return true
	}
	for _, a := range i.Args() {
		if !c.depends(a, root, on, seen) {
			return false
		}
	}
	return true
}

// overwritten reports whether loops, the nest among them, may write later what load i
// read.
func (c *dataCopier) overwritten(i *ir.Instr, nest *analysis.Loop) bool {
	for _, w := range c.writers {
		if c.done[w.Parent] {
			continue
		}
		follows := c.order[w.Parent] > c.order[nest.Header]
		for l := nest; l != nil && !follows; l = l.Parent {
			follows = l.Contains(w.Parent)
		}
		if follows && c.clobbers(w, i) && !(w.Op == ir.Store && c.passed.NoAntiDependence(i, w)) {
			return true
		}
	}
	return false
}

// plan finds what nest l can read copies of, and writes the checks of that in front of
// it. What it can have none of is not looked at again.
func (c *dataCopier) plan(l *analysis.Loop, reads []*nestReads) (list []*nestCopy) {
	at := l.Preheader()
	for _, r := range reads {
		c.tried[nestRoot{l.Header, r.root}] = struct{}{}
		from := len(at.Instrs) - 1
		n := &nestCopy{dataCopier: c, at: at, l: l, nestReads: r}
		if n.conflicts(); !n.check() {
			forgetInstrs(at, from)
			continue
		}
		list = append(list, n)
	}
	return list
}

// copy makes the version of nest l that reads copies, and reports whether it did.
func (c *dataCopier) copy(l *analysis.Loop, reads []*nestReads) bool {
	list := c.plan(l, reads)
	if len(list) == 0 {
		return false
	}
	var conds []ir.Value
	for _, n := range list {
		conds = append(conds, n.conds...)
	}
	at := l.Preheader()
	b := ir.NewBuilder(at)
	b.Before(at.Term())
	all := conds[0]
	for _, x := range conds[1:] {
		all = b.Binary(ir.And, all, x)
	}
	c.version(l, all, list)
	return true
}

// forgetInstrs takes out what stands in front of b's terminator from number from on.
func forgetInstrs(b *ir.Block, from int) {
	end := len(b.Instrs) - 1
	for _, i := range b.Instrs[from:end] {
		i.DropArgs()
	}
	b.Instrs = slices.Delete(b.Instrs, from, end)
}

// version copies l for when cond holds, where it reads the copies that are made in
// front of it.
func (c *dataCopier) version(l *analysis.Loop, cond ir.Value, list []*nestCopy) {
	f, at := c.f, l.Preheader()
	free := f.Module.Declare("free", f.Module.FuncType(ir.Void, f.Module.Ptr()))
	values, blocks := f.CopyBlocks(l.Blocks, ".copied")
	for _, b := range l.Blocks {
		c.done[b] = true
	}
	pre := f.NewBlock(f.FreshName("copies"))
	pre.Line = at.Line
	b := ir.NewBuilder(pre)
	for _, n := range list {
		n.make(b)
		c.copies[n.block] = true
	}
	b.Br(blocks[l.Header])
	for _, phi := range blocks[l.Header].Phis() {
		for k, from := range phi.Blocks {
			if from == at {
				phi.Blocks[k] = pre
			}
		}
	}
	at.Term().Erase()
	b.AtEnd(at)
	b.CondBr(cond, pre, l.Header)
	for _, n := range list {
		for _, i := range n.loads {
			n.redirect(values[i].(*ir.Instr))
		}
	}
	copied := map[*ir.Block]bool{}
	for _, x := range blocks {
		copied[x] = true
	}
	for _, exit := range l.ExitBlocks() {
		if c.li.EndsUnreachable(exit) {
			continue
		}
		preds := f.Preds()
		out := edit.DivertEdges(exit, preds[exit.ID], func(p *ir.Block) bool { return copied[p] }, f.FreshName("copied"))
		b.AtEnd(out)
		b.Before(out.Term())
		for _, n := range list {
			b.CallFunc(free, n.block)
		}
	}
}
