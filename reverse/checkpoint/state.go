package checkpoint

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
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
	// Allocations whose blocks are known at run time only: of them, those that
	// iterations write, and those that are put aside once.
	blocks, onceBlocks []*ir.Instr

	resets map[*ir.Instr]*ir.Block // of these: the head of the loop around both, if any
	frees  []*ir.Instr             // deallocations behind the loop, to be put off
	of     *stateFinder
}

// stateFinder looks for the state of one loop, before it is taken out of its
// function.
type stateFinder struct {
	env    *activity.Env
	p      *ir.Function
	m      *ir.Module
	l      *analysis.Loop
	dt     *ir.DomTree
	alias  *analysis.Alias
	b      *ir.Builder // in the preheader
	stated []memPiece  // what the program or the command line states

	roots   map[ir.Value][]ir.Value
	origins *activity.Origins // made when first asked for
	bad     *ir.Diagnostic
	writes  []access
	reads   []access
	// scratch has the roots of memory that no iteration takes from the one
	// before: it is put aside once, and not put into snapshots.
	scratch   map[ir.Value]bool
	variables map[*ir.Global]bool // that hold addresses, and are written before the loop
	fromPool  map[*ir.Instr]bool  // allocations that are to come from a pool
	inputs    bool                // it is looked for what is put aside once because of later code
	loops     *analysis.LoopInfo
	ranged    map[ir.Value]bool     // pieces behind parameters that were computed
	places    map[ir.Value]ir.Value // by root: where the piece of memory begins that it leads to
}

func newStateFinder(env *activity.Env, p *ir.Function, l *analysis.Loop, stated []memPiece) *stateFinder {
	b := ir.NewBuilder(l.Preheader())
	b.Before(l.Preheader().Term())
	return &stateFinder{env: env, p: p, m: p.Module, l: l, dt: ir.Dominators(p), alias: analysis.NewAlias(p), b: b, stated: stated,
		roots: map[ir.Value][]ir.Value{}, ranged: map[ir.Value]bool{}, places: map[ir.Value]ir.Value{}}
}

// state names the memory that the loop depends on. Where that
// cannot be done the diagnostic says which memory, and what to state.
func (f *stateFinder) state() (*loopState, *ir.Diagnostic) {
	for _, blk := range f.l.Blocks {
		for _, i := range blk.Instrs {
			if f.visit(i); f.bad != nil {
				return nil, f.bad
			}
		}
	}
	f.loops = analysis.Loops(f.p, f.dt)
	st := &loopState{of: f, resets: map[*ir.Instr]*ir.Block{}}
	done := map[ir.Value]bool{}
	f.findScratch()
	for _, w := range f.writes {
		f.pieces(w, f.all(), done, st, "writes")
	}
	if f.bad == nil {
		f.inputs = true
		f.findInputs(st, done)
	}
	for _, pieces := range [][]memPiece{st.written, st.once} {
		f.apart(pieces)
	}
	return st, f.bad
}

// apart takes pieces behind parameters apart if the extent of one was computed.
func (f *stateFinder) apart(pieces []memPiece) {
	var at []int
	some := false
	for k, p := range pieces {
		if _, ok := f.alias.Base(p.ptr).(*ir.Param); ok {
			at = append(at, k)
			some = some || f.ranged[p.ptr]
		}
	}
	if !some || len(at) < 2 {
		return
	}
	of := make([]memPiece, len(at))
	for n, k := range at {
		of[n] = pieces[k]
	}
	f.disjoint(of)
	for n, k := range at {
		pieces[k] = of[n]
	}
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
		if f.alias.AliasAnytime(v, -1, a.ptr, -1) != analysis.NoAlias {
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

// isProtected reports whether v is a variable that programs do not write, in pages
// that may be protected though its declaration does not tell: tables of virtual
// functions and descriptions of classes, and whether there are threads.
func isProtected(v ir.Value) bool {
	g, ok := v.(*ir.Global)
	return ok && (strings.HasPrefix(g.Name, "_ZTV") || strings.HasPrefix(g.Name, "_ZTI") || g.Name == "__libc_single_threaded")
}

// pieces adds the memory behind an access to the list. done has the roots dealt
// with; all are the accesses of which one root's extent may be learned.
func (f *stateFinder) pieces(a access, all []access, done map[ir.Value]bool, st *loopState, verb string) {
	for _, root := range f.rootsOf(a.ptr) {
		if done[root] || f.bad != nil || isProtected(root) {
			continue
		}
		done[root] = true
		if r, ok := root.(*ir.Instr); ok && f.inOtherLoop(r) && f.listed(r) {
			f.list(r, st)
			continue
		}
		ptr, size, none := f.extent(root, all)
		f.places[root] = ptr
		switch {
		case none:
		case size == nil && f.listed(root):
			f.list(root.(*ir.Instr), st)
		case size == nil:
			f.unknown(a.i, root, verb)
		case f.scratch[root]:
			if !has(st.written, ptr) && !has(st.once, ptr) {
				st.once = append(st.once, memPiece{ptr, size})
			}
		case !has(st.written, ptr):
			st.once = slices.DeleteFunc(st.once, func(p memPiece) bool { return p.ptr == ptr })
			st.written = append(st.written, memPiece{ptr, size})
		}
	}
}

// has reports whether a list has the memory at ptr: one of several allocations may
// have made it.
func has(pieces []memPiece, ptr ir.Value) bool {
	return slices.ContainsFunc(pieces, func(p memPiece) bool { return p.ptr == ptr })
}
