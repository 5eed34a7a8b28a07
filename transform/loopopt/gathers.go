package loopopt

import (
	"math/bits"
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// The threads of a team may read through indices from memory, as sparse matrices and meshes do. Which of them read the
// same is not known, and the reverse sweep adds to each adjoint atomically. An inspector, a copy of the loop that computes
// nothing but addresses, finds the first and the last byte that a thread reads; where it reads each of them several times, the thread reads a copy of its own
// instead (Saltz, Mirchandaney and Crowley, Run-time parallelization and scheduling of loops, 1991). Adjoints then gather in the
// copy, and each is added to what the threads share once.

const (
	maxSlice       = 120 // instructions that the inspector has
	maxGathers     = 24  // loads of numbers in a loop, through indices
	minGatherReads = 128 // in one run of the loop
	minGatherReuse = 2   // how often it reads each element at least
)

// gathers are the loads of a loop that a thread is to do from copies of its own.
type gathers struct {
	f     *ir.Function
	l     *analysis.Loop
	alias *analysis.Alias
	roots []*nestReads                // by the pointer that they go out from
	slice map[*ir.Instr]bool          // what decides where the loop reads and how long it runs
	apart [][2]*trackedMemory         // that are to be apart when the program runs
	seen  map[ir.Value]*trackedMemory // by root, or by the instruction where that varies
	order []*trackedMemory
}

// trackedMemory is where instructions of a loop read or write, from the first to the last byte.
type trackedMemory struct {
	instrs  []*ir.Instr
	lo, end *ir.Instr // variables of the inspector
	count   *ir.Instr // likewise: bytes read, in all
}

// privatizeGathers lets the loop with that header, which is normalised, gather from copies. It reports whether it did.
func privatizeGathers(f *ir.Function, header *ir.Block) bool {
	if !declaresHeap(f.Module) {
		return false
	}
	dt := ir.Dominators(f)
	g := &gathers{f: f, alias: edit.NewAlias(f), slice: map[*ir.Instr]bool{}, seen: map[ir.Value]*trackedMemory{}}
	for _, l := range analysis.Loops(f, dt).All {
		if l.Header == header {
			g.l = l
		}
	}
	if g.l == nil || g.l.Preheader() == nil || !g.find() || !g.inspectable() || !g.separate() {
		return false
	}
	g.write()
	canon.Mem2Reg(f)
	canon.DCE(f)
	canon.LoopSimplify(f)
	canon.LCSSA(f)
	edit.SortBlocks(f)
	return true
}

// find finds the loads, and reports whether there are any.
func (g *gathers) find() bool {
	n := 0
	for _, b := range g.l.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Load || !holdsNumbers(i.Typ) || i.Flags&(ir.Volatile|ir.Atomic|ir.Owned) != 0 || g.alias.Private(i.Arg(0)) != nil {
				continue
			}
			if root := startOf(i.Arg(0)); g.l.Invariant(root) {
				g.roots = addReads(g.roots, root, i, repeated)
				n++
			}
		}
	}
	g.roots = slices.DeleteFunc(g.roots, func(r *nestReads) bool {
		through := slices.ContainsFunc(r.loads, func(i *ir.Instr) bool { return g.throughIndex(i.Arg(0), r.root, 0) })
		// Copies are kept until the reverse sweep, which may be long after: values that it does not need are not worth that.
		return !through || !slices.ContainsFunc(r.loads, isFactor) || !g.onlyNumbers(r)
	})
	return len(g.roots) > 0 && n <= maxGathers
}

const maxIndexDepth = 16

// throughIndex reports whether v, on the way from root to an address, goes by what is loaded, or by the quotient or remainder of a counter.
func (g *gathers) throughIndex(v, root ir.Value, depth int) bool {
	i, ok := v.(*ir.Instr)
	if !ok || v == root || g.l.Invariant(v) || depth > maxIndexDepth {
		return false
	}
	switch i.Op {
	case ir.Load, ir.SDiv, ir.UDiv, ir.SRem, ir.URem:
		return true
	case ir.Phi:
		return false
	}
	return slices.ContainsFunc(i.Args(), func(a ir.Value) bool { return g.throughIndex(a, root, depth+1) })
}

// onlyNumbers reports whether what lies between the places that r reads is numbers of its type, too: all its addresses are whole numbers of
// elements apart, or of records of which each member is read.
func (g *gathers) onlyNumbers(r *nestReads) bool {
	layout := g.f.Module.Layout
	strides := edit.NewStrides(layout)
	size := layout.StoreSize(r.loads[0].Typ.Scalar())
	unit := int64(0)
	var offsets []int64
	for _, i := range r.loads {
		s, ok := strides.Between(r.root, i.Arg(0))
		if !ok {
			return false
		}
		at := int64(0)
		for _, t := range s {
			term := edit.Stride{t}
			if c, ok := term.Const(); ok {
				at = c
				continue
			}
			step := int64(t.Factor)
			strides.Leaves(term, func(v ir.Value, _ ir.Op) bool {
				step <<= min(twos(v, 0), 8)
				return true
			})
			unit = gcd(unit, step)
		}
		for k := range max(1, int64(i.Typ.Len)) {
			offsets = append(offsets, at+k*size)
		}
	}
	if unit == 0 || unit%size != 0 || unit/size > int64(len(offsets)) {
		return false
	}
	read := map[int64]bool{}
	for _, at := range offsets {
		at = (at%unit + unit) % unit
		if at%size != 0 {
			return false
		}
		read[at] = true
	}
	return int64(len(read)) == unit/size
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

const maxTwosDepth = 6

// twos is how often 2 divides the integer v, at least.
func twos(v ir.Value, depth int) int64 {
	if c, ok := ir.IntValue(v); ok {
		return int64(bits.TrailingZeros64(uint64(c)))
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > maxTwosDepth {
		return 0
	}
	switch i.Op {
	case ir.Add, ir.Sub:
		return min(twos(i.Arg(0), depth+1), twos(i.Arg(1), depth+1))
	case ir.Shl:
		if c, ok := ir.IntValue(i.Arg(1)); ok && c >= 0 && c < 64 {
			return c
		}
	case ir.AShr, ir.LShr:
		if c, ok := ir.IntValue(i.Arg(1)); ok && c >= 0 && c < 64 {
			return max(0, twos(i.Arg(0), depth+1)-c)
		}
	}
	return 0
}
