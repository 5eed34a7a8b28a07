package raise

import (
	"fmt"
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// RerollReductions rerolls reductions that the compiler unrolled fully because their length is
// a constant: rows of a small matrix times a vector, windows of a convolution.
//
//	s1 = fmuladd(w[0], a[0], s0); s2 = fmuladd(w[1], a[1], s1); ...
//
// The terms must be computed alike, from invariants and from loads whose addresses advance by
// constant strides, one for each loop of a nest; nothing may write what was loaded before the
// sum is complete. The loads are then array accesses again, which can be repeated in the
// reverse sweep and whose adjoints are arrays, instead of as many values to be kept. It
// reports whether anything changed.
func RerollReductions(f *ir.Function) bool {
	if f.Module.Layout.PtrBits(0) != 64 {
		return false
	}
	r := &reroller{f: f, affine: edit.NewStrides(f.Module.Layout), signs: map[string]int{}, places: map[*ir.Instr]int{},
		writers: map[*ir.Block][]*ir.Instr{}, regions: map[[2]*ir.Block]*sumRegion{}, changes: map[int32]bool{}}
	var found []*unrolledSum
	for _, b := range f.Blocks {
		for _, chain := range sumChains(b) {
			found = append(found, r.runs(chain)...)
		}
	}
	// The last ones of a block first: what stands in front of them stays where it is.
	slices.SortStableFunc(found, func(s, t *unrolledSum) int { return r.place(t.last()) - r.place(s.last()) })
	for _, s := range found[max(len(found)-r.affordable(), 0):] {
		s.reroll(r.affine, r.place(s.last()))
	}
	if len(found) > 0 {
		edit.Compact(f)
		canon.DCE(f) // what computed the terms
	}
	return len(found) > 0
}

const (
	minRerolled      = 8   // terms of a sum that becomes a loop
	maxRerolledNest  = 4   // loops that it becomes, one in the other
	maxRerolledTerm  = 4   // additions in one iteration
	maxRerolledDepth = 6   // operations of a term, one in the other
	maxRerollStarts  = 300 // additions of a sum that are looked at
	maxRollAsked     = 20000
	maxRollWalked    = 200000
	maxRolledPairs   = 100000
)

// reroller is the state of RerollReductions in one function.
type reroller struct {
	f       *ir.Function
	affine  *edit.Strides
	signs   map[string]int
	places  map[*ir.Instr]int
	writers map[*ir.Block][]*ir.Instr
	changes map[int32]bool // by bases: whether the function may write there

	preds   [][]*ir.Block
	li      *analysis.LoopInfo
	alias   *analysis.Alias
	passed  *analysis.DependenceTest
	regions map[[2]*ir.Block]*sumRegion
	asked   int // pairs of loads and writers
	walked  int // blocks of regions
}

// addition is one step of a sum.
type addition struct {
	i     *ir.Instr
	sum   int         // the operand that is the sum so far
	sign  int         // the same for additions that do the same but for the addresses they read
	loads []laneValue // what its term reads, in the same order for all of one sign
}

// sumChains are the sums of a block that are added term by term, each step used by the next
// one alone.
func sumChains(b *ir.Block) [][]*addition {
	type link struct {
		sum   int
		depth int
	}
	links := map[*ir.Instr]link{}
	taken := map[*ir.Instr]bool{}
	for _, i := range b.Instrs {
		best := link{-1, 0}
		for _, k := range sumOperands(i) {
			if p, ok := i.Arg(k).(*ir.Instr); ok && p.Parent == b && links[p].depth > 0 && usedOnce(p) {
				if d := links[p].depth; d > best.depth {
					best = link{k, d}
				}
			} else if _, start := i.Arg(k).(*ir.Const); best.sum < 0 || best.depth == 0 && start {
				best.sum = k
			}
		}
		if best.depth == 1 && i.Op == ir.FAdd {
			// What is added to a constant is the first term, though it may be a sum of its own.
			if _, start := i.Arg(1 - best.sum).(*ir.Const); start {
				best = link{1 - best.sum, 0}
			}
		}
		if best.sum < 0 {
			continue
		}
		links[i] = link{best.sum, best.depth + 1}
		if best.depth > 0 {
			taken[i.Arg(best.sum).(*ir.Instr)] = true
		}
	}
	var chains [][]*addition
	for _, i := range b.Instrs {
		n := links[i].depth
		if n < minRerolled || taken[i] {
			continue
		}
		chain := make([]*addition, n)
		for x := i; n > 0; n-- {
			chain[n-1] = &addition{i: x, sum: links[x].sum}
			x, _ = x.Arg(links[x].sum).(*ir.Instr)
		}
		chains = append(chains, chain)
	}
	return chains
}

// sumOperands are the operands of i that may be the sum so far.
func sumOperands(i *ir.Instr) []int {
	if !i.Typ.IsFP() || i.Typ.IsVector() {
		return nil
	}
	switch i.Op {
	case ir.FAdd:
		return []int{0, 1}
	case ir.FSub:
		return []int{0}
	case ir.Call:
		if f := i.CalledFunc(); f != nil && (edit.IsOverload(f.Name, "llvm.fmuladd") || edit.IsOverload(f.Name, "llvm.fma")) {
			return []int{2}
		}
	}
	return nil
}

func usedOnce(i *ir.Instr) bool {
	n := 0
	for range ir.Uses(i) {
		if n++; n > 1 {
			return false
		}
	}
	return n == 1
}

// describe finds the term of an addition.
func (r *reroller) describe(a *addition) {
	var parts []string
	for k := range a.i.NumArgs() {
		if k == a.sum {
			continue // wherever it stands
		}
		sign, loads := r.term(a.i.Parent, laneValue{a.i.Arg(k), -1}, 0)
		parts = append(parts, sign)
		a.loads = append(a.loads, loads...)
	}
	text := fmt.Sprint(a.i.Op, a.i.Flags, " ", a.i.Typ, parts)
	n, ok := r.signs[text]
	if !ok {
		n = len(r.signs)
		r.signs[text] = n
	}
	a.sign = n
}

// term describes the computation of a term in a block: its operations, the bases of its loads,
// and the values that it uses unchanged.
func (r *reroller) term(b *ir.Block, n laneValue, depth int) (string, []laneValue) {
	n = n.origin()
	switch {
	case n.isRead():
		return fmt.Sprintf("load %s %d", n.typ(), r.affine.Base(n.instr().Arg(0))), []laneValue{n}
	case n.isPart(b, depth):
		i := n.instr()
		var parts []string
		var loads []laneValue
		for _, a := range i.Args() {
			sign, more := r.term(b, n.with(a), depth+1)
			parts = append(parts, sign)
			loads = append(loads, more...)
		}
		return fmt.Sprint(i.Op, i.Flags, " ", n.typ(), parts), loads
	}
	if c, ok := n.v.(*ir.Const); ok && n.lane < 0 {
		return "constant " + c.Ident(), nil
	}
	return fmt.Sprint("value ", r.affine.Number(n.v), n.lane), nil
}

// unrolledSum is a part of a sum that is rerolled, with count additions in each iteration of
// the innermost loop.
type unrolledSum struct {
	chain []*addition // from the first to the last one
	count int
	loops []rerolledLoop // from the innermost one
}

// rerolledLoop is one loop of the nest that a sum becomes.
type rerolledLoop struct {
	trips int
	steps []edit.Stride // of each address in one iteration
}

func (s *unrolledSum) last() *ir.Instr { return s.chain[len(s.chain)-1].i }

// runs finds the parts of a sum that can be rerolled, in order.
func (r *reroller) runs(chain []*addition) []*unrolledSum {
	if len(chain) > maxRerollStarts {
		chain = chain[:maxRerollStarts]
	}
	for _, a := range chain {
		r.describe(a)
	}
	var found []*unrolledSum
	for at := 0; len(chain)-at >= minRerolled; {
		best, from := r.bestOf(chain, at)
		if best == nil {
			break
		}
		if r.overwritten(best) && r.unchanged(best) {
			found = append(found, best)
		}
		at = from + len(best.chain)
	}
	return found
}

// bestOf is the longest part of a sum, from index at on, that has the form of a loop nest, and
// where it begins; the first one of several.
func (r *reroller) bestOf(chain []*addition, at int) (best *unrolledSum, from int) {
	var alike [maxRerolledTerm + 1][]int // how many from here on are like the one that many before
	for count := 1; count <= maxRerolledTerm; count++ {
		alike[count] = make([]int, len(chain)+1)
		for k := len(chain) - 1; k >= count; k-- {
			if chain[k].sign == chain[k-count].sign {
				alike[count][k] = alike[count][k+1] + 1
			}
		}
	}
	for ; at < len(chain); at++ {
		for count := 1; count <= maxRerolledTerm && at+count <= len(chain); count++ {
			n := count + alike[count][at+count]
			n -= n % count
			if n/count < minRerolled || best != nil && n <= len(best.chain) {
				continue
			}
			if s := r.nest(chain[at:at+n], count); s != nil && (best == nil || len(s.chain) > len(best.chain)) {
				best, from = s, at
			}
		}
	}
	return best, from
}

// nest finds the loops for additions that are alike, count in each iteration, from the first
// one on as far as the pattern goes.
func (r *reroller) nest(chain []*addition, count int) *unrolledSum {
	s := &unrolledSum{chain: chain, count: count}
	if len(s.loads(0)) == 0 {
		return nil
	}
	done := 1
	for len(s.loops) < maxRerolledNest {
		l := r.loop(s, done)
		if l == nil {
			break
		}
		s.loops = append(s.loops, *l)
		done *= l.trips
	}
	s.chain = chain[:done*count]
	if done < minRerolled {
		return nil
	}
	return s
}

// loads are those of iteration k.
func (s *unrolledSum) loads(k int) []laneValue {
	if s.count == 1 {
		return s.chain[k].loads
	}
	var all []laneValue
	for _, a := range s.chain[k*s.count : (k+1)*s.count] {
		all = append(all, a.loads...)
	}
	return all
}

// loop finds how often the first size iterations are repeated at a constant distance.
func (r *reroller) loop(s *unrolledSum, size int) *rerolledLoop {
	all := len(s.chain) / s.count
	if 2*size > all || !r.repeats(s, size, size) {
		return nil
	}
	l := &rerolledLoop{trips: 2, steps: r.difference(s.loads(0), s.loads(size))}
	if l.steps == nil {
		return nil
	}
	for ; (l.trips+1)*size <= all; l.trips++ {
		from := l.trips * size
		if !slices.EqualFunc(r.difference(s.loads(from-size), s.loads(from)), l.steps, edit.Stride.Equal) || !r.repeats(s, from, size) {
			break
		}
	}
	return l
}

// repeats reports whether size iterations have the form of the loops found so far.
func (r *reroller) repeats(s *unrolledSum, from, size int) bool {
	step := 1
	for _, l := range s.loops {
		for k := step; k < size; k += step {
			if k/step%l.trips != 0 && !slices.EqualFunc(r.difference(s.loads(from+k-step), s.loads(from+k)), l.steps, edit.Stride.Equal) {
				return false
			}
		}
		step *= l.trips
	}
	return true
}

// difference are the distances between the addresses of corresponding loads; nil where one is
// not known.
func (r *reroller) difference(from, to []laneValue) []edit.Stride {
	d := make([]edit.Stride, len(from))
	for k, n := range from {
		if n == to[k] {
			continue
		}
		between, ok := r.affine.Between(n.instr().Arg(0), to[k].instr().Arg(0))
		if !ok {
			return nil
		}
		lanes := max(to[k].lane, 0) - max(n.lane, 0)
		d[k] = edit.AddStrides(between, edit.ConstStride(uint64(lanes)), uint64(r.f.Module.Layout.AllocSize(n.typ())))
	}
	return d
}
