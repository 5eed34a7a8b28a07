package reverse

import (
	"fmt"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// memPiece is memory of known extent.
type memPiece struct {
	ptr  ir.Value
	size ir.Value // i64, known before the loop
}

// loopState is the memory that the iterations of a loop depend on. What they
// write is put into snapshots; what they only read, but other code overwrites
// later in the function, and what each iteration writes before it reads it, is
// put aside once.
type loopState struct {
	written []memPiece
	once    []memPiece
	frees   []*ir.Instr // deallocations behind the loop, to be put off
	alone   func(ir.Value) bool
}

// stateFinder looks for the state of one loop, before it is taken out of its
// function.
type stateFinder struct {
	p      *ir.Function
	m      *ir.Module
	l      *ir.Loop
	dt     *ir.DomTree
	alias  *ir.Alias
	b      *ir.Builder // in the preheader
	stated []memPiece  // what the program or the command line states

	roots  map[ir.Value][]ir.Value
	bad    *ir.Diagnostic
	writes []access
	reads  []access
	// scratch has the roots of memory that no iteration takes from the one
	// before: it is put aside once, and not put into snapshots.
	scratch map[ir.Value]bool
}

// access is one place where the loop reads or writes memory.
type access struct {
	i    *ir.Instr
	ptr  ir.Value
	size int64 // -1 when not known
}

// loopStateOf names the memory that l, a loop of p, depends on. Where that
// cannot be done the diagnostic says which memory, and what to state.
func loopStateOf(p *ir.Function, l *ir.Loop, stated []memPiece) (*loopState, *ir.Diagnostic) {
	b := ir.NewBuilder(l.Preheader())
	b.Before(l.Preheader().Term())
	f := &stateFinder{p: p, m: p.Module, l: l, dt: ir.Dominators(p), alias: ir.NewAlias(p), b: b, stated: stated,
		roots: map[ir.Value][]ir.Value{}}
	for _, blk := range l.Blocks {
		for _, i := range blk.Instrs {
			if f.visit(i); f.bad != nil {
				return nil, f.bad
			}
		}
	}
	st := &loopState{alone: f.alone}
	done := map[ir.Value]bool{}
	f.findScratch()
	for _, w := range f.writes {
		f.pieces(w, f.all(), done, st, "writes")
	}
	if f.bad == nil {
		f.findInputs(st, done)
	}
	return st, f.bad
}

// alone reports whether the loop reaches the memory behind v, an address from
// outside, through v only, if it writes there.
func (f *stateFinder) alone(v ir.Value) bool {
	written := false
	var reads, writes []access // by other addresses
	for k, a := range f.all() {
		through, other := f.through(a.ptr, v)
		switch {
		case through && other:
			return false
		case through:
			written = written || k < len(f.writes)
		case k < len(f.writes):
			writes = append(writes, a)
		default:
			reads = append(reads, a)
		}
	}
	if written {
		writes = append(writes, reads...)
	}
	for _, a := range writes {
		if f.alias.AliasAnytime(v, -1, a.ptr, -1) != ir.NoAlias {
			return false
		}
	}
	return true
}

// through reports whether an address may be computed from v in the loop, and
// whether it may come from elsewhere.
func (f *stateFinder) through(p, v ir.Value) (through, other bool) {
	seen := map[ir.Value]bool{}
	work := []ir.Value{p}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		i, ok := x.(*ir.Instr)
		switch {
		case x == v:
			through = true
		case !ok || !f.inLoop(i) || i.Op == ir.Phi && i.Parent == f.l.Header:
			other = true
		case i.Op == ir.GetElementPtr || i.Op == ir.BitCast || i.Op == ir.AddrSpaceCast || i.Op == ir.Freeze:
			work = append(work, i.Arg(0))
		case i.Op == ir.Phi:
			work = append(work, i.Args()...)
		case i.Op == ir.Select:
			work = append(work, i.Arg(1), i.Arg(2))
		default:
			other = true
		}
	}
	return through, other
}

// all lists the accesses of the loop.
func (f *stateFinder) all() []access {
	return append(append([]access(nil), f.writes...), f.reads...)
}

// findScratch finds memory that is written before it is read in every iteration.
func (f *stateFinder) findScratch() {
	var stores []*ir.Instr
	for _, w := range f.writes {
		stores = append(stores, w.i)
	}
	cover := ir.NewCoverage(f.p, f.dt, ir.Loops(f.p, f.dt))
	carried := map[ir.Value]bool{}
	for _, r := range f.reads {
		if r.i.Op == ir.Load && cover.Written(r.i, f.l, stores) {
			continue
		}
		for _, root := range f.rootsOf(r.ptr) {
			carried[root] = true
		}
	}
	f.scratch = map[ir.Value]bool{}
	for _, a := range f.all() {
		for _, root := range f.rootsOf(a.ptr) {
			if i, ok := root.(*ir.Instr); ok && i.Op != ir.Alloca && !f.isAlloc(i) {
				return // may lead anywhere
			}
		}
	}
	for _, w := range f.writes {
		for _, root := range f.rootsOf(w.ptr) {
			_, param := root.(*ir.Param)
			if !carried[root] && !param && (w.i.Op == ir.Store || f.isMemSet(w.i)) {
				f.scratch[root] = true
			}
		}
	}
	for _, w := range f.writes {
		if w.i.Op != ir.Store && !f.isMemSet(w.i) {
			for _, root := range f.rootsOf(w.ptr) {
				delete(f.scratch, root)
			}
		}
	}
}

func (f *stateFinder) isMemSet(i *ir.Instr) bool {
	k := f.knownOf(i)
	return k != nil && k.Class == rules.MemSet
}

// refuse notes why the loop cannot be run again.
func (f *stateFinder) refuse(i *ir.Instr, code, hint, format string, args ...any) {
	if f.bad == nil {
		f.bad = ir.DiagAt(i, code, format, args...)
		f.bad.Hint = hint
	}
}

// visit notes what an instruction of the loop does to memory.
func (f *stateFinder) visit(i *ir.Instr) {
	size := func(t *ir.Type) int64 { return f.m.Layout.StoreSize(t) }
	switch i.Op {
	case ir.Load, ir.Store, ir.AtomicRMW:
		if i.Flags&(ir.Volatile|ir.Atomic) != 0 && i.Op != ir.AtomicRMW || i.Flags&ir.Volatile != 0 {
			f.refuse(i, codeNotAgain, "", "a volatile or atomic access cannot be run again")
			return
		}
		switch i.Op {
		case ir.Load:
			f.reads = append(f.reads, access{i, i.Arg(0), size(i.Typ)})
		case ir.Store:
			f.writes = append(f.writes, access{i, i.Arg(1), size(i.Arg(0).Type())})
		default:
			f.writes = append(f.writes, access{i, i.Arg(0), size(i.Arg(1).Type())})
		}
	case ir.CmpXchg, ir.Fence, ir.VAArg:
		f.refuse(i, codeNotAgain, "", "%s cannot be run again", i.Op)
	case ir.Call, ir.Invoke:
		f.visitCall(i)
	}
}

func (f *stateFinder) visitCall(i *ir.Instr) {
	callee := i.CalledFunc()
	if callee == nil {
		f.refuse(i, codeNotAgain, "call the function directly", "the function called here is known only at run time: it is not known whether it can be run again")
		return
	}
	if m := maskedOpOf(i); m.kind != notMasked {
		a := access{i, i.Arg(m.addr), -1}
		switch {
		case m.kind == manyAddresses:
			f.refuse(i, codeNotAgain, "", "gathers and scatters are not followed here")
		case m.load:
			f.reads = append(f.reads, a)
		default:
			f.writes = append(f.writes, a)
		}
		return
	}
	if callee.IsDecl {
		f.visitKnown(i, callee)
		return
	}
	e := ir.NewEffects(knownEffects).Of(callee)
	if e.Other&ir.Writes != 0 || e.Inaccessible&ir.Writes != 0 {
		f.refuse(i, codeNotAgain, "", "'%s' may write memory that is not behind its arguments, or do what cannot be done twice", callee.SourceName())
		return
	}
	if e.Other&ir.Reads != 0 {
		f.refuse(i, codeNotAgain, "", "'%s' may read memory that is not behind its arguments", callee.SourceName())
		return
	}
	for _, a := range i.CallArgs() {
		if a.Type().IsPtr() {
			f.writes = append(f.writes, access{i, a, -1})
		}
	}
}

// knownEffects tells package ir what library functions do.
func knownEffects(name string) (ir.Effects, bool) {
	k := rules.Lookup(name)
	switch {
	case k == nil:
		return ir.Effects{}, false
	case k.Pure:
		return ir.Effects{}, true
	case k.Class == rules.MemCpy || k.Class == rules.MemMove || k.Class == rules.MemSet:
		return ir.Effects{Arg: ir.Reads | ir.Writes}, true
	}
	return ir.Effects{}, false
}

func (f *stateFinder) visitKnown(i *ir.Instr, callee *ir.Function) {
	k := rules.Lookup(callee.Name)
	if k == nil {
		if rules.ForInstr(i) == nil {
			f.refuse(i, codeNotAgain, "give its IR too, or choose another loop", "'%s' has no body: it is not known whether it can be run again", callee.Name)
		}
		return
	}
	switch k.Class {
	case rules.MemCpy, rules.MemMove:
		f.reads = append(f.reads, access{i, i.Arg(1), -1})
		f.writes = append(f.writes, access{i, i.Arg(0), -1})
	case rules.MemSet:
		f.writes = append(f.writes, access{i, i.Arg(0), -1})
	case rules.Math:
		if r := rules.ForInstr(i); r != nil {
			for _, o := range r.Outs {
				if o.Arg >= 0 {
					f.writes = append(f.writes, access{i, i.Arg(o.Arg), -1})
				}
			}
		}
	case rules.Alloc, rules.Same, rules.NoReturn:
	case rules.Free:
		for _, r := range f.rootsOf(i.Arg(k.PtrArg)) {
			if c, ok := r.(*ir.Instr); !ir.IsConstant(r) && (!ok || !f.inLoop(c) || !f.isAlloc(c)) {
				f.refuse(i, codeNotAgain, "free it behind the loop", "the loop frees memory that was allocated before the iteration")
			}
		}
	default:
		if !k.Pure && !isHint(callee.Name) {
			f.refuse(i, codeNotAgain, "take it out of the loop, or choose another loop", "'%s' cannot be run again: what it does is seen outside", callee.Name)
		}
	}
}

// isHint reports whether a function without derivative leaves no trace.
func isHint(name string) bool {
	switch name {
	case "llvm.assume", "llvm.donothing", "llvm.experimental.noalias.scope.decl":
		return true
	}
	return isLifetime(name)
}

func (f *stateFinder) inLoop(i *ir.Instr) bool { return f.l.Contains(i.Parent) }

func (f *stateFinder) isAlloc(i *ir.Instr) bool {
	g := i.CalledFunc()
	if g == nil {
		return false
	}
	k := rules.Lookup(g.Name)
	return k != nil && k.Class == rules.Alloc
}

// rootsOf lists where an address may come from: allocations, variables,
// parameters, and what cannot be followed further.
func (f *stateFinder) rootsOf(v ir.Value) []ir.Value {
	if r, ok := f.roots[v]; ok {
		return r
	}
	var out []ir.Value
	seen := map[ir.Value]bool{}
	work := []ir.Value{v}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		switch y := x.(type) {
		case *ir.Const:
			if y.Kind == ir.ConstExpr && len(y.Elems) > 0 {
				work = append(work, y.Elems[0])
			} else {
				out = append(out, x)
			}
			continue
		case *ir.Instr:
			switch y.Op {
			case ir.GetElementPtr, ir.BitCast, ir.AddrSpaceCast, ir.Freeze:
				work = append(work, y.Arg(0))
				continue
			case ir.Phi:
				work = append(work, y.Args()...)
				continue
			case ir.Select:
				work = append(work, y.Arg(1), y.Arg(2))
				continue
			case ir.Call:
				if g := y.CalledFunc(); g != nil {
					if k := rules.Lookup(g.Name); k != nil && (k.Class == rules.Same || (k.Class == rules.MemCpy || k.Class == rules.MemMove || k.Class == rules.MemSet) && y.Typ.IsPtr()) {
						work = append(work, y.Arg(0))
						continue
					}
				}
			}
		}
		out = append(out, x)
	}
	f.roots[v] = out
	return out
}

// pieces adds the memory behind an access to the list. done has the roots dealt
// with; all are the accesses of which one root's extent may be learned.
func (f *stateFinder) pieces(a access, all []access, done map[ir.Value]bool, st *loopState, verb string) {
	for _, root := range f.rootsOf(a.ptr) {
		if done[root] || f.bad != nil {
			continue
		}
		done[root] = true
		ptr, size, none := f.extent(root, all)
		switch {
		case none:
		case size == nil:
			f.unknown(a.i, root, verb)
		case f.scratch[root]:
			st.once = append(st.once, memPiece{ptr, size})
		default:
			st.written = append(st.written, memPiece{ptr, size})
		}
	}
}

// extent gives the memory that a root leads to; none says that it needs no
// place in the state. size is nil when it is not known.
func (f *stateFinder) extent(root ir.Value, all []access) (ptr, size ir.Value, none bool) {
	for _, s := range f.stated {
		for _, r := range f.rootsOf(s.ptr) {
			if r == root || sameLoad(r, root) {
				return s.ptr, s.size, false
			}
		}
	}
	switch r := root.(type) {
	case *ir.Const:
		return nil, nil, r.Kind != ir.ConstExpr
	case *ir.Function:
		return nil, nil, true
	case *ir.Global:
		if r.Keyword != "global" || r.ValueType == nil {
			return nil, nil, r.IsConst()
		}
		return r, i64(f.m.Layout.AllocSize(r.ValueType)), false
	case *ir.Param:
		if n := f.paramBytes(r); n > 0 {
			return r, i64(n), false
		}
		return f.constRange(r, all)
	case *ir.Instr:
		switch {
		case r.Op == ir.Alloca:
			n, ok := ir.IntValue(r.Arg(0))
			if f.inLoop(r) {
				return nil, nil, true
			}
			if ok {
				return r, i64(n * f.m.Layout.AllocSize(r.Elem)), false
			}
			if f.before(r) {
				return r, f.b.Mul(f.b.Cast(ir.ZExt, r.Arg(0), ir.I64), i64(f.m.Layout.AllocSize(r.Elem))), false
			}
		case f.isAlloc(r) && f.inLoop(r):
			return nil, nil, f.endsInIteration(r)
		case f.isAlloc(r):
			return f.allocated(r)
		}
	}
	return nil, nil, false
}

// allocated gives the memory of an allocation before the loop. Where it is made
// only on some ways, a phi must have it, or null.
func (f *stateFinder) allocated(r *ir.Instr) (ptr, size ir.Value, none bool) {
	known := rules.Lookup(r.CalledFunc().Name).SizeArgs
	for _, k := range known {
		if i, ok := r.Arg(k).(*ir.Instr); ok && !f.before(i) {
			return nil, nil, false
		}
	}
	ptr = r
	if !f.before(r) {
		if ptr = f.orNull(r); ptr == nil {
			return nil, nil, false
		}
	}
	for _, k := range known {
		n := f.b.Cast(ir.ZExt, r.Arg(k), ir.I64)
		if size == nil {
			size = n
		} else {
			size = f.b.Mul(size, n)
		}
	}
	if ptr != ir.Value(r) && size != nil {
		size = f.b.Select(f.b.ICmp(ir.EQ, ptr, ir.Zero(ptr.Type())), i64(0), size)
	}
	return ptr, size, false
}

// orNull gives a phi, known before the loop, that has the allocation's address
// or null.
func (f *stateFinder) orNull(r *ir.Instr) ir.Value {
	for u := range ir.Uses(r) {
		phi := u.User
		if phi.Op != ir.Phi || !f.before(phi) {
			continue
		}
		fits := true
		for _, v := range phi.Args() {
			fits = fits && (v == ir.Value(r) || ir.IsZero(v))
		}
		if fits {
			return phi
		}
	}
	return nil
}

// before reports whether i has always been run when the loop is entered.
func (f *stateFinder) before(i *ir.Instr) bool {
	return !f.inLoop(i) && f.dt.Dominates(i.Parent, f.l.Preheader())
}

// endsInIteration reports whether memory allocated in the loop is freed there
// and does not get from one iteration to another.
func (f *stateFinder) endsInIteration(alloc *ir.Instr) bool {
	seen := map[ir.Value]bool{}
	freed := false
	var stays func(v ir.Value) bool
	stays = func(v ir.Value) bool {
		if seen[v] {
			return true
		}
		seen[v] = true
		for u := range ir.Uses(v) {
			switch i := u.User; i.Op {
			case ir.Load, ir.ICmp:
			case ir.Store:
				if u.Index() == 0 {
					return false
				}
			case ir.GetElementPtr, ir.BitCast, ir.Phi, ir.Select:
				if !f.inLoop(i) || i.Op == ir.Phi && i.Parent == f.l.Header || !stays(i) {
					return false
				}
			case ir.Call:
				g := i.CalledFunc()
				if g == nil {
					return false
				}
				if k := rules.Lookup(g.Name); k != nil && k.Class == rules.Free {
					freed = true
				}
			default:
				return false
			}
		}
		return true
	}
	return stays(alloc) && freed
}

// paramBytes is what a parameter's attributes say of the memory behind it.
func (f *stateFinder) paramBytes(p *ir.Param) int64 {
	for _, name := range []string{"byval", "sret"} {
		if text, ok := p.Attr(name); ok && text != "" {
			if t, err := f.m.ParseType(text); err == nil {
				return f.m.Layout.AllocSize(t)
			}
		}
	}
	var n int64
	if text, ok := p.Attr("dereferenceable"); ok {
		fmt.Sscan(text, &n)
	}
	return n
}

// constRange gives the bytes behind a parameter when every access to them is at
// a constant distance.
func (f *stateFinder) constRange(p *ir.Param, all []access) (ptr, size ir.Value, none bool) {
	lo, hi := int64(0), int64(0)
	first := true
	for _, a := range all {
		for _, root := range f.rootsOf(a.ptr) {
			if root != ir.Value(p) {
				continue
			}
			off, ok := f.constOffset(a.ptr, p)
			if !ok || a.size < 0 || !f.always(a.i) {
				return nil, nil, false
			}
			if first || off < lo {
				lo = off
			}
			if first || off+a.size > hi {
				hi = off + a.size
			}
			first = false
		}
	}
	return f.b.Offset(p, i64(lo)), i64(hi - lo), false
}

// always reports whether i runs in every iteration, the last one included.
func (f *stateFinder) always(i *ir.Instr) bool {
	if !f.dt.Dominates(i.Parent, f.l.Latch()) {
		return false
	}
	for _, e := range f.l.ExitEdges() {
		if !f.dt.Dominates(i.Parent, e.From) {
			return false
		}
	}
	return true
}

// gepBytes is the displacement of a getelementptr whose indices are constants.
func gepBytes(l *ir.Layout, i *ir.Instr) (off int64, ok bool) {
	t := i.Elem
	for k := 1; k < i.NumArgs(); k++ {
		n, ok := ir.IntValue(i.Arg(k))
		if !ok {
			return 0, false
		}
		if k > 1 && t.Kind == ir.StructKind {
			off += l.FieldOffset(t, int(n))
			t = t.Fields[n]
			continue
		}
		if k > 1 {
			if t = t.Elem; t == nil {
				return 0, false
			}
		}
		off += n * l.AllocSize(t)
	}
	return off, true
}

// constOffset is the constant distance of v from base.
func (f *stateFinder) constOffset(v, base ir.Value) (int64, bool) {
	var off int64
	for v != base {
		i, ok := v.(*ir.Instr)
		if !ok {
			return 0, false
		}
		switch i.Op {
		case ir.BitCast:
		case ir.GetElementPtr:
			n, ok := gepBytes(f.m.Layout, i)
			if !ok {
				return 0, false
			}
			off += n
		default:
			return 0, false
		}
		v = i.Arg(0)
	}
	return off, true
}

// sameLoad reports whether two addresses were read from the same place: what
// the program stated of one holds of the other.
func sameLoad(a, b ir.Value) bool {
	x, ok1 := a.(*ir.Instr)
	y, ok2 := b.(*ir.Instr)
	return ok1 && ok2 && x.Op == ir.Load && y.Op == ir.Load && samePlace(x.Arg(0), y.Arg(0), 8)
}

func samePlace(a, b ir.Value, depth int) bool {
	if a == b {
		return true
	}
	x, ok1 := a.(*ir.Instr)
	y, ok2 := b.(*ir.Instr)
	if !ok1 || !ok2 || depth == 0 || x.Op != y.Op || x.NumArgs() != y.NumArgs() || x.Elem != y.Elem {
		return false
	}
	if x.Op != ir.GetElementPtr && x.Op != ir.BitCast && x.Op != ir.Load {
		return false
	}
	for k := range x.NumArgs() {
		c, okc := ir.IntValue(x.Arg(k))
		d, okd := ir.IntValue(y.Arg(k))
		if okc && okd && c == d {
			continue
		}
		if !samePlace(x.Arg(k), y.Arg(k), depth-1) {
			return false
		}
	}
	return true
}

// unknown refuses memory whose extent is not known, by its name where it has one.
func (f *stateFinder) unknown(i *ir.Instr, root ir.Value, verb string) {
	what, arg := "memory whose address is computed or loaded", "pointer"
	switch r := root.(type) {
	case *ir.Param:
		what = fmt.Sprintf("the memory behind parameter %d", r.Index)
		if r.Name != "" {
			what, arg = "the memory behind parameter '"+r.Name+"'", r.Name
		}
	case *ir.Global:
		what, arg = "the variable '"+r.Name+"'", "&"+r.Name
	case *ir.Instr:
		if f.isAlloc(r) {
			what = "memory that is allocated in the loop and outlives the iteration"
			if !f.inLoop(r) {
				what = "memory that is not always allocated before the loop"
			}
		}
	}
	f.refuse(i, codeNoState, fmt.Sprintf("state its extent before the loop: __llad_state(%s, bytes)", arg),
		"the loop %s %s, whose extent is not known: its state cannot be put aside", verb, what)
}

// findInputs finds the memory that the loop only reads, but that is overwritten
// before the reverse sweep comes to the loop, and the deallocations to put off.
func (f *stateFinder) findInputs(st *loopState, done map[ir.Value]bool) {
	later := f.later()
	for _, w := range later {
		if k := f.knownOf(w); k != nil && k.Class == rules.Free {
			st.frees = append(st.frees, w)
		}
	}
	for _, r := range f.reads {
		for _, root := range f.rootsOf(r.ptr) {
			if done[root] {
				continue
			}
			if by := f.overwritten(r, root, later); by != nil {
				f.scratch[root] = true
				f.pieces(access{r.i, root, -1}, f.reads, done, st, "reads, and later code changes,")
				if f.bad != nil {
					return
				}
			}
		}
	}
}

func (f *stateFinder) knownOf(i *ir.Instr) *rules.Known {
	g := i.CalledFunc()
	if g == nil {
		return nil
	}
	return rules.Lookup(g.Name)
}

// later lists the instructions outside of the loop that may run behind it and
// write memory or end it.
func (f *stateFinder) later() []*ir.Instr {
	var out []*ir.Instr
	seen := map[*ir.Block]bool{}
	stack := f.l.ExitBlocks()
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[b] || f.l.Contains(b) {
			continue
		}
		seen[b] = true
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.Store, ir.AtomicRMW, ir.CmpXchg, ir.Call, ir.Invoke, ir.VAArg:
				out = append(out, i)
			}
		}
		stack = append(stack, b.Succs()...)
	}
	return out
}

// overwritten gives an instruction that may change what r reads from root.
func (f *stateFinder) overwritten(r access, root ir.Value, later []*ir.Instr) *ir.Instr {
	for _, w := range later {
		if k := f.knownOf(w); k != nil {
			switch k.Class {
			case rules.Free, rules.Alloc, rules.NoReturn, rules.Same:
				continue
			case rules.MemCpy, rules.MemMove, rules.MemSet:
				if f.alias.AliasAnytime(w.Arg(0), -1, r.ptr, -1) != ir.NoAlias {
					return w
				}
				continue
			}
			if k.Pure || k.ReadOnly && k.Class != rules.Realloc {
				continue
			}
		}
		if w.Op == ir.Call && rules.ForInstr(w) != nil && len(rules.ForInstr(w).Outs) == 0 {
			continue
		}
		if r.i.Op == ir.Load {
			if f.alias.Clobbers(w, r.i) {
				return w
			}
		} else if f.alias.MayWrite(w, r.ptr, r.size) {
			return w
		}
	}
	return nil
}
