package raise

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// Bounds of what is unrolled for local arrays of floats, as LLVM's full unrolling has them: what is larger is
// rather vectorised.
const (
	maxArrayElements = 64
	maxArrayTrips    = 8
	maxArrayNest     = 2000 // instructions that one nest becomes
	maxIndexDepth    = 8
)

// arrayLoops are the loops to be unrolled so that local arrays of floats are accessed at constant offsets only, and
// become registers: a reverse sweep computes their elements again instead of keeping them.
type arrayLoops struct {
	f     *ir.Function
	li    *analysis.LoopInfo
	trips map[*analysis.Loop]int64 // 0 for those that are not unrolled
	take  map[*analysis.Loop]bool
}

// findArrayLoops finds the loops of f that are worth unrolling.
func findArrayLoops(f *ir.Function) *arrayLoops {
	a := &arrayLoops{f: f, li: analysis.Loops(f, ir.Dominators(f)), trips: map[*analysis.Loop]int64{}, take: map[*analysis.Loop]bool{}}
	if len(a.li.All) == 0 {
		return a
	}
	for _, i := range f.Entry().Instrs {
		if !isFloatArray(i) {
			continue
		}
		if around, ok := a.around(i); ok && a.affordable(around) {
			for l := range around {
				a.take[l] = true
			}
		}
	}
	return a
}

// isFloatArray reports whether an instruction allocates a local array of few floats.
func isFloatArray(i *ir.Instr) bool {
	if i.Op != ir.Alloca || i.NumArgs() > 0 && !ir.IsConstant(i.Arg(0)) {
		return false
	}
	n, t := int64(1), i.Elem
	for t.Kind == ir.ArrayKind && n <= maxArrayElements {
		n *= t.Len
		t = t.Elem
	}
	return t != i.Elem && t.IsFP() && n <= maxArrayElements
}

// around gives the loops on whose induction variables the offsets of accesses to an array depend; false where it is
// used otherwise than by loads and stores of floats, or where other offsets would remain.
func (a *arrayLoops) around(array *ir.Instr) (map[*analysis.Loop]bool, bool) {
	loops := map[*analysis.Loop]bool{}
	work := []*ir.Instr{array}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(p) {
			i := u.User
			switch {
			case (i.Op == ir.GetElementPtr || i.Op == ir.BitCast) && u.Index() == 0:
				for k := 1; k < i.NumArgs(); k++ {
					if !a.decided(i.Arg(k), loops, 0) {
						return nil, false
					}
				}
				work = append(work, i)
			case i.Op == ir.Load && i.Typ.IsFP(), i.Op == ir.Store && u.Index() == 1 && i.Arg(0).Type().IsFP():
				if i.Flags&(ir.Volatile|ir.Atomic) != 0 {
					return nil, false
				}
			case ir.IsLifetime(i):
			default:
				return nil, false
			}
		}
	}
	return loops, len(loops) > 0
}

// decided reports whether v is a constant once loops are unrolled, which it notes.
func (a *arrayLoops) decided(v ir.Value, loops map[*analysis.Loop]bool, depth int) bool {
	i, ok := v.(*ir.Instr)
	if !ok {
		return ir.IsConstant(v)
	}
	if depth > maxIndexDepth {
		return false
	}
	switch {
	case i.Op == ir.Phi:
		l := a.li.Of(i.Parent)
		if l == nil || l.Header != i.Parent || a.tripsOf(l) == 0 {
			return false
		}
		if r := l.Recurrence(i); r == nil || !hasStep(r) || !a.decided(i.Incoming(l.Preheader()), loops, depth+1) {
			return false
		}
		loops[l] = true
		return true
	case i.Op.IsBinary() || i.Op.IsCast() || i.Op == ir.GetElementPtr || i.Op == ir.ICmp || i.Op == ir.Select || i.Op == ir.Freeze:
		for k := range i.NumArgs() {
			if !a.decided(i.Arg(k), loops, depth+1) {
				return false
			}
		}
		return true
	case i.Op == ir.Load:
		g, ok := analysis.StripAddress(i.Arg(0)).(*ir.Global)
		at, isInstr := i.Arg(0).(*ir.Instr)
		return ok && g.IsConst() && i.Typ.IsInt() && i.Flags&(ir.Volatile|ir.Atomic) == 0 && (!isInstr || a.decided(at, loops, depth+1))
	}
	return false
}

// tripsOf is how often the body of l runs, 0 where that is not known or too often.
func (a *arrayLoops) tripsOf(l *analysis.Loop) int64 {
	n, ok := a.trips[l]
	if !ok {
		if c := analysis.BackedgeCount(l); c != nil && l.Preheader() != nil && l.Latch() != nil && mayCopy(l) {
			if k, ok := c.Const(); ok && k >= 1 && k < maxArrayTrips {
				n = k + 1
			}
		}
		a.trips[l] = n
	}
	return n
}

// affordable reports whether each nest is small enough after unrolling more loops.
func (a *arrayLoops) affordable(more map[*analysis.Loop]bool) bool {
	for l := range more {
		top := l
		for p := l.Parent; p != nil; p = p.Parent {
			if more[p] || a.take[p] {
				top = p
			}
		}
		if a.size(top, more) > maxArrayNest {
			return false
		}
	}
	return true
}

// size is how many instructions l becomes.
func (a *arrayLoops) size(l *analysis.Loop, more map[*analysis.Loop]bool) int64 {
	n := int64(0)
	for _, b := range l.Blocks {
		if a.li.Of(b) == l {
			n += int64(len(b.Instrs))
		}
	}
	for _, in := range a.li.All {
		if in.Parent == l {
			n += a.size(in, more)
		}
	}
	if more[l] || a.take[l] {
		n *= a.trips[l]
	}
	return n
}

// innermost are those of the loops to be unrolled that have no other one inside.
func (a *arrayLoops) innermost() []*analysis.Loop {
	return slices.DeleteFunc(slices.Clone(a.li.All), func(l *analysis.Loop) bool {
		return !a.take[l] || slices.ContainsFunc(a.li.All, func(in *analysis.Loop) bool { return in != l && a.take[in] && l.ContainsLoop(in) })
	})
}

func hasStep(r *analysis.Recurrence) bool {
	_, ok := r.Step()
	return ok
}
