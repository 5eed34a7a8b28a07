package loopopt

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// A loop nest may read a matrix many times, and later code, perhaps the next iteration of a
// loop around the nest, may overwrite it: layers that keep activations in one arena, buffers
// that are filled in every step. A derivative would have to keep what each iteration read, as
// many numbers as the nest has operations. DataCopying lets the nest read a copy instead, made
// before the nest, that nothing else writes: it is there until the reverse sweep and is as
// large as the matrix.

const (
	maxCopyInstrs   = 24000 // of a function, with what DataCopying adds
	maxNestInstrs   = 600
	maxNestAccesses = 60
	maxCopiedNests  = 40
	maxCopyAsked    = 200000
	minNestReuse    = 4   // how often a nest reads each element at least
	minShiftedLoads = 2   // where different loads do: how many there are at least
	minShiftedReuse = 3   // in halves
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
	bytesOf map[ir.Value]ir.Value // see objectBytes
	asked   int
}

// DataCopying lets a loop nest that reads each element several times, from memory that is
// overwritten later, read a copy (Lam, Rothberg and Wolf, The Cache Performance and
// Optimizations of Blocked Algorithms, 1991): the reverse sweep then reads the copy instead of
// one kept value for each iteration. f is normalised and about to be analysed. It reports
// whether anything changed.
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

// CanCopyData reports whether DataCopying would change f. It leaves f as it is.
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
	return &dataCopier{f: f, done: map[*ir.Block]bool{}, copies: map[ir.Value]bool{}, tried: map[nestRoot]struct{}{}, bytesOf: map[ir.Value]ir.Value{}}
}

// look analyses the function; false where there is nothing to do.
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
		if !declaresHeap(c.f.Module) {
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

// declaresHeap reports whether malloc and free are what they are in C, or may be declared so.
func declaresHeap(m *ir.Module) bool {
	return declarable(m, "malloc", m.FuncType(m.Ptr(), ir.I64)) && declarable(m, "free", m.FuncType(ir.Void, m.Ptr()))
}

// declarable reports whether the module has no function of that name and another type.
func declarable(m *ir.Module, name string, typ *ir.Type) bool {
	f := m.Func(name)
	return f == nil || f.IsDecl && ir.Same(f.Typ, typ)
}

// otherVersions finds the blocks that run only where an alias check failed.
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

// isAliasCheck reports whether v is the result of an AliasCheck, perhaps in a conjunction.
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

// next finds the first outermost nest for which copies may pay, and its reads.
func (c *dataCopier) next() (*analysis.Loop, []*nestReads) {
	found := map[*analysis.Loop][]*nestReads{}
	var nests []*analysis.Loop
	for _, b := range c.f.Blocks {
		if l := c.li.Of(b); l == nil || l.Depth < 2 || c.done[b] {
			continue
		}
		for _, i := range b.Instrs {
			if i.Op != ir.Load || !holdsNumbers(i.Typ) || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
				continue
			}
			root := plainRoot(i.Arg(0))
			if root == nil || c.copies[root] {
				continue
			}
			l, kind := c.nestFor(i, root)
			if l == nil {
				continue
			}
			if found[l] == nil {
				nests = append(nests, l)
			}
			found[l] = addReads(found[l], root, i, kind)
		}
	}
	var best *analysis.Loop
	for _, l := range nests {
		found[l] = slices.DeleteFunc(found[l], func(r *nestReads) bool { return r.kind == shifted && len(r.loads) < minShiftedLoads })
		if len(found[l]) > 0 && (best == nil || l.ContainsLoop(best)) {
			best = l
		}
	}
	for _, r := range found[best] {
		switch r.kind {
		case shifted:
			c.readsToo(best, r)
		case object:
			c.objectReads(best, r)
		}
	}
	return best, found[best]
}

// nestFor is the nest that is to read a copy of what load i reads through root, and why; nil if there is none.
func (c *dataCopier) nestFor(i *ir.Instr, root ir.Value) (*analysis.Loop, readKind) {
	if isFactor(i) || c.shared(i) {
		if l, kind := c.nestOf(i, root); l != nil && c.untried(i, root, l, kind) {
			return l, kind
		}
	} else if !isPart(i, 0) {
		return nil, repeated
	}
	if l := c.objectNest(i, root); l != nil && c.untried(i, root, l, object) && c.objectLasts(i, root, l) {
		return l, object
	}
	return nil, repeated
}

// untried reports whether no copy was tried yet for reads of nest l through root, and memory there is overwritten later.
func (c *dataCopier) untried(i *ir.Instr, root ir.Value, l *analysis.Loop, kind readKind) bool {
	_, no := c.tried[nestRoot{l.Header, root, kind == object}]
	return !no && c.overwritten(i, l)
}

// nestsIn reports whether l is small enough and has only instructions that may be copied.
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

// plan finds the reads of nest l for which copies can be made, and emits their checks before
// the nest. Reads without a copy are not looked at again.
func (c *dataCopier) plan(l *analysis.Loop, reads []*nestReads) (list []*nestCopy) {
	at := l.Preheader()
	for _, r := range reads {
		c.tried[nestRoot{l.Header, r.root, r.kind == object}] = struct{}{}
		from := len(at.Instrs) - 1
		n := &nestCopy{dataCopier: c, at: at, l: l, nestReads: r}
		n.conflicts()
		check := n.check
		if r.kind == object {
			check = n.checkObject
		}
		if !check() {
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

// forgetInstrs removes the instructions of b from index from up to its terminator.
func forgetInstrs(b *ir.Block, from int) {
	end := len(b.Instrs) - 1
	for _, i := range b.Instrs[from:end] {
		i.DropArgs()
	}
	b.Instrs = slices.Delete(b.Instrs, from, end)
}

// version copies l for the case that cond holds; the copy reads from the copied memory, which
// is filled before it.
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
	edit.ReplaceIncomingBlock(blocks[l.Header], at, pre)
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
