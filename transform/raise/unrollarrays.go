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

// smallLoops are the loops to be unrolled so that the offsets of accesses to local arrays are constants: arrays of
// floats become registers, so that a reverse sweep computes their elements again instead of keeping them, and what is
// read from tables of addresses is known.
type smallLoops struct {
	f     *ir.Function
	li    *analysis.LoopInfo
	trips map[*analysis.Loop]int64 // how often the body runs; 0 where that is not known, too often, or the body may not be copied
	take  map[*analysis.Loop]bool
}

// findLoops finds the loops of f that are worth unrolling.
func findLoops(f *ir.Function) *smallLoops {
	s := &smallLoops{f: f, li: analysis.Loops(f, ir.Dominators(f)), trips: map[*analysis.Loop]int64{}, take: map[*analysis.Loop]bool{}}
	if len(s.li.All) == 0 {
		return s
	}
	for _, i := range f.Entry().Instrs {
		switch {
		case isTable(i):
			for _, l := range s.over(i) {
				s.add(map[*analysis.Loop]bool{l: true})
			}
			s.addAround(i, (*ir.Type).IsPtr)
		case isFloatArray(i):
			s.addAround(i, (*ir.Type).IsFP)
		}
	}
	return s
}

// add takes more loops where what each nest becomes is affordable.
func (s *smallLoops) add(more map[*analysis.Loop]bool) {
	if !s.affordable(more) {
		return
	}
	for l := range more {
		s.take[l] = true
	}
}

// over gives the loops that read a table of addresses themselves.
func (s *smallLoops) over(table *ir.Instr) []*analysis.Loop {
	return slices.DeleteFunc(slices.Clone(s.li.All), func(l *analysis.Loop) bool {
		return s.tripsOf(l) == 0 || !slices.ContainsFunc(l.Blocks, func(b *ir.Block) bool {
			return s.li.Of(b) == l && slices.ContainsFunc(b.Instrs, func(i *ir.Instr) bool { return readsTable(l, i, table) })
		})
	})
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

// addAround takes the loops around the accesses to an array with elements of a kind where it becomes registers then.
func (s *smallLoops) addAround(array *ir.Instr, element func(*ir.Type) bool) {
	if around, ok := s.around(array, element); ok {
		s.add(around)
	}
}

// around gives the loops on whose induction variables the offsets of accesses to an array depend; false where it is
// used otherwise than by loads and stores of its elements, or where other offsets would remain.
func (s *smallLoops) around(array *ir.Instr, element func(*ir.Type) bool) (map[*analysis.Loop]bool, bool) {
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
					if !s.decided(i.Arg(k), loops, 0) {
						return nil, false
					}
				}
				work = append(work, i)
			case i.Op == ir.Load && element(i.Typ), i.Op == ir.Store && u.Index() == 1 && element(i.Arg(0).Type()):
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
func (s *smallLoops) decided(v ir.Value, loops map[*analysis.Loop]bool, depth int) bool {
	i, ok := v.(*ir.Instr)
	if !ok {
		return ir.IsConstant(v)
	}
	if depth > maxIndexDepth {
		return false
	}
	switch {
	case i.Op == ir.Phi:
		l := s.li.Of(i.Parent)
		if l == nil || l.Header != i.Parent || s.tripsOf(l) == 0 || s.trips[l] > maxArrayTrips {
			return false
		}
		if r := l.Recurrence(i); r == nil || !hasStep(r) || !s.decided(i.Incoming(l.Preheader()), loops, depth+1) {
			return false
		}
		loops[l] = true
		return true
	case i.Op.IsBinary() || i.Op.IsCast() || i.Op == ir.GetElementPtr || i.Op == ir.ICmp || i.Op == ir.Select || i.Op == ir.Freeze:
		for k := range i.NumArgs() {
			if !s.decided(i.Arg(k), loops, depth+1) {
				return false
			}
		}
		return true
	case i.Op == ir.Load:
		g, ok := analysis.StripAddress(i.Arg(0)).(*ir.Global)
		at, isInstr := i.Arg(0).(*ir.Instr)
		return ok && g.IsConst() && i.Typ.IsInt() && i.Flags&(ir.Volatile|ir.Atomic) == 0 && (!isInstr || s.decided(at, loops, depth+1))
	}
	return false
}

// tripsOf gives what trips holds for l.
func (s *smallLoops) tripsOf(l *analysis.Loop) int64 {
	n, ok := s.trips[l]
	if !ok {
		if c := analysis.BackedgeCount(l); c != nil && l.Preheader() != nil && l.Latch() != nil && mayCopy(l) {
			if k, ok := c.Const(); ok && k < maxTableSteps {
				n = k + 1
			}
		}
		s.trips[l] = n
	}
	return n
}

// affordable reports whether each nest is small enough after unrolling more loops.
func (s *smallLoops) affordable(more map[*analysis.Loop]bool) bool {
	for l := range more {
		top := l
		for p := l.Parent; p != nil; p = p.Parent {
			if more[p] || s.take[p] {
				top = p
			}
		}
		if s.size(top, more) > maxArrayNest {
			return false
		}
	}
	return true
}

// size is how many instructions l becomes.
func (s *smallLoops) size(l *analysis.Loop, more map[*analysis.Loop]bool) int64 {
	n := int64(0)
	for _, b := range l.Blocks {
		if s.li.Of(b) == l {
			n += int64(len(b.Instrs))
		}
	}
	for _, in := range s.li.All {
		if in.Parent == l {
			n += s.size(in, more)
		}
	}
	if more[l] || s.take[l] {
		n *= s.trips[l]
	}
	return n
}

// innermost are those of the loops to be unrolled that have no other one inside.
func (s *smallLoops) innermost() []*analysis.Loop {
	return slices.DeleteFunc(slices.Clone(s.li.All), func(l *analysis.Loop) bool {
		return !s.take[l] || slices.ContainsFunc(s.li.All, func(in *analysis.Loop) bool { return in != l && s.take[in] && l.ContainsLoop(in) })
	})
}

func hasStep(r *analysis.Recurrence) bool {
	_, ok := r.Step()
	return ok
}
