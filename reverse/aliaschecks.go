package reverse

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/loopopt"
)

// writeAliasChecks writes the comparisons behind the checks that loopopt.LoopAliasVersioning asks
// for: the ranges must be apart, and those of their shadows, which the derivative
// adds to.
func (s *synth) writeAliasChecks() {
	var checks []*ir.Instr
	marks := map[int][]mark{}
	for _, b := range s.fn.p.Blocks {
		for _, i := range b.Instrs {
			if f := i.CalledFunc(); f != nil && f.Name == loopopt.AliasCheck {
				checks = append(checks, i)
			} else if check, k, ok := analysis.DisjointMark(i); ok && !s.sh.isShadow[i] {
				marks[check] = append(marks[check], mark{i, k})
			}
		}
	}
	for _, i := range checks {
		check, _ := ir.IntValue(i.Arg(0))
		of := marks[int(check)]
		if len(of) > 0 {
			s.mem.noteVersions(of[0].Parent)
		}
		b := ir.NewBuilder(i.Parent)
		b.Before(i)
		var l []memoryRange
		for _, m := range of {
			l = append(l, m.span(i).from(b, m.Arg(0)))
		}
		c := disjointNow(b, l, ir.NewInt(ir.I1, 1))
		s.sh.eachLane(func() {
			var sh []memoryRange
			for _, m := range of {
				if d := s.sh.shadowOf(m.Arg(0)); d != nil {
					sh = append(sh, m.span(i).from(b, d))
				}
			}
			c = disjointNow(b, sh, c)
		})
		ir.ReplaceAllUses(i, c)
		i.Detach()
		i.DropArgs()
	}
	if f := s.fn.m.Func(loopopt.AliasCheck); f != nil && len(checks) > 0 && !ir.HasUses(f) {
		s.fn.m.Remove(f)
	}
}

// versions are the blocks where the two versions of a function begin, of which one
// runs (loopopt.LoopAliasVersioning).
type versions struct{ apart, other *ir.Block }

// noteVersions notes where two versions of p begin, of which one has its marks in b.
func (mem *memory) noteVersions(b *ir.Block) {
	if ps := mem.fn.preds(b); len(ps) == 1 && len(ps[0].Term().Blocks) == 2 {
		t := ps[0].Term()
		mem.versions = append(mem.versions, versions{b, t.Blocks[1]})
	}
}

// whereOverlapping reports whether b runs only where memory overlaps.
func whereOverlapping(mem *memory, b *ir.Block) bool {
	return slices.ContainsFunc(mem.versions, func(v versions) bool { return mem.fn.dt.Dominates(v.other, b) })
}

// otherVersion reports whether a and b are blocks of different versions.
func (mem *memory) otherVersion(a, b *ir.Block) bool {
	for _, v := range mem.versions {
		if mem.fn.dt.Dominates(v.apart, a) && mem.fn.dt.Dominates(v.other, b) || mem.fn.dt.Dominates(v.other, a) && mem.fn.dt.Dominates(v.apart, b) {
			return true
		}
	}
	return false
}

// mark is an instruction whose pointer a check is about, and which of its ranges is
// meant: pointers that are not needed have no mark any more.
type mark struct {
	*ir.Instr
	number int
}

// span is the range in the arguments of a check, as distances from the pointer.
func (m mark) span(check *ir.Instr) memoryRange {
	return memoryRange{check.Arg(1 + 2*m.number), check.Arg(2 + 2*m.number)}
}

// memoryRange is what lies from lo to before end.
type memoryRange struct{ lo, end ir.Value }

// from gives the range that lies so far from an address.
func (r memoryRange) from(b *ir.Builder, p ir.Value) memoryRange {
	at := b.Cast(ir.PtrToInt, p, ir.I64)
	return memoryRange{b.Add(at, r.lo), b.Add(at, r.end)}
}

// disjointNow tells, together with c, whether each two of l are apart.
func disjointNow(b *ir.Builder, l []memoryRange, c ir.Value) ir.Value {
	for k, x := range l {
		for _, y := range l[:k] {
			c = b.Binary(ir.And, c, b.Binary(ir.Or, b.ICmp(ir.SLE, x.end, y.lo), b.ICmp(ir.SLE, y.end, x.lo)))
		}
	}
	return c
}
