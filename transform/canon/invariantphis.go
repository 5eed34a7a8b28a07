package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// FoldInvariantPhis replaces a header phi by its first value where no user can see another
// one: all its uses are executed under an invariant condition, and under that condition the
// phi is carried unchanged. Compilers leave such phis where they promote memory to a register.
// It reports whether anything changed.
func FoldInvariantPhis(f *ir.Function) bool {
	loops := analysis.Loops(f, ir.Dominators(f))
	changed := false
	for _, l := range loops.All {
		latch, pre := l.Latch(), l.Preheader()
		if latch == nil || pre == nil {
			continue
		}
		var sides []*side // found when first asked for
		for _, phi := range l.Header.Phis() {
			next, ok := phi.Incoming(latch).(*ir.Instr)
			if !ok || next.Op != ir.Phi || next.Parent == l.Header || !l.Contains(next.Parent) {
				continue
			}
			if sides == nil {
				sides = sidesOf(l)
			}
			for _, s := range sides {
				if s.carries(next, phi) && s.other.unread(phi) {
					edit.Replace(phi, phi.Incoming(pre))
					changed = true
					break
				}
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// side is the part of a loop that is executed while an invariant condition has one of its
// values.
type side struct {
	cond  ir.Value
	value int // the successor that branches on cond take
	runs  map[*ir.Block]bool
	other *side
}

// sidesOf gives the sides of the invariant conditions that l branches on.
func sidesOf(l *analysis.Loop) []*side {
	var out []*side
	seen := map[ir.Value]bool{}
	for _, b := range l.Blocks {
		t := b.Term()
		if t.Op != ir.Br || len(t.Blocks) != 2 || !l.Invariant(t.Arg(0)) || seen[t.Arg(0)] || len(out) >= maxSides {
			continue
		}
		seen[t.Arg(0)] = true
		x, y := &side{cond: t.Arg(0), value: 0}, &side{cond: t.Arg(0), value: 1}
		x.other, y.other = y, x
		x.walk(l)
		y.walk(l)
		out = append(out, x, y)
	}
	return out
}

// walk finds the blocks of l that an iteration may reach.
func (s *side) walk(l *analysis.Loop) {
	s.runs = map[*ir.Block]bool{l.Header: true}
	work := []*ir.Block{l.Header}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range b.Succs() {
			if l.Contains(to) && !s.runs[to] && s.goes(b, to) {
				s.runs[to] = true
				work = append(work, to)
			}
		}
	}
}

// goes reports whether the edge may be taken.
func (s *side) goes(from, to *ir.Block) bool {
	t := from.Term()
	return t.Op != ir.Br || len(t.Blocks) != 2 || t.Arg(0) != s.cond || t.Blocks[s.value] == to
}

// carries reports whether next, a phi, has the value of phi on this side.
func (s *side) carries(next, phi *ir.Instr) bool {
	any := false
	for k, from := range next.Blocks {
		if !s.runs[from] || !s.goes(from, next.Parent) {
			continue
		}
		if next.Arg(k) != ir.Value(phi) {
			return false
		}
		any = true
	}
	return any
}

// unread reports whether v has no user on this side.
func (s *side) unread(v *ir.Instr) bool {
	for u := range ir.Uses(v) {
		i := u.User
		if i.Op != ir.Phi {
			if i.Parent == nil || s.runs[i.Parent] || !s.other.runs[i.Parent] {
				return false
			}
			continue
		}
		from := i.Blocks[u.Index()]
		if s.runs[from] && s.goes(from, i.Parent) || !s.other.runs[from] {
			return false
		}
	}
	return true
}

// maxWeb bounds the phis that are looked at for one.
const maxWeb = 64

// foldPhiWebs replaces phis that hand one value around among themselves by that value.
func foldPhiWebs(f *ir.Function) {
	for again := true; again; {
		again = false
		for _, b := range f.Blocks {
			for _, phi := range b.Phis() {
				if phi.Parent == nil {
					continue
				}
				web, v := phiWeb(phi)
				if v == nil {
					continue
				}
				for _, x := range web {
					edit.Replace(x, v)
				}
				again = true
			}
		}
		if again {
			edit.Compact(f)
		}
	}
}

// phiWeb gives the phis that phi is computed from, itself included, and the only other value among what comes into them; nil where
// there are several.
func phiWeb(phi *ir.Instr) (web []*ir.Instr, only ir.Value) {
	in := map[ir.Value]bool{phi: true}
	web = []*ir.Instr{phi}
	for k := 0; k < len(web); k++ {
		for n := range web[k].NumArgs() {
			v := web[k].Arg(n)
			if in[v] || v == only {
				continue
			}
			if x, ok := v.(*ir.Instr); ok && x.Op == ir.Phi && len(web) < maxWeb {
				in[v] = true
				web = append(web, x)
				continue
			}
			if only != nil {
				return nil, nil
			}
			only = v
		}
	}
	return web, only
}
