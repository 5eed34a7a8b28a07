package loopopt

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// sameValues are what is known of values, whether they are the same in all threads that are in the loop that is looked at.
type sameValues struct {
	loop    *analysis.Loop // which the threads are in
	phase   teamPhase      // what others may run then
	known   map[ir.Value]bool
	always  map[ir.Value]bool // those that were computed before the team met last, too
	earlier bool              // what is asked for is computed then
}

func newSameValues(l *analysis.Loop) *sameValues {
	return &sameValues{loop: l, phase: teamPhase{runs: map[*ir.Instr]bool{}}, known: map[ir.Value]bool{}, always: map[ir.Value]bool{}}
}

// sameInAll reports whether v is the same in all threads of the team.
func (t *threadReads) sameInAll(v ir.Value) bool {
	known := t.same.known
	if t.same.earlier {
		known = t.same.always
	}
	if same, ok := known[v]; ok {
		return same
	}
	known[v] = true // as a cycle is where all else that goes into it is
	known[v] = t.findSame(v)
	return known[v]
}

// goesTogether reports whether phi, of a loop around the one that is looked at, is the same in all threads: they are in the same iteration
// where the team meets once in each, and all that the phi is computed from is the same.
func (t *threadReads) goesTogether(phi *ir.Instr) bool {
	l := t.li.Of(phi.Parent)
	if l == nil || l.Header != phi.Parent || l.Parent != nil || l.Latch() == nil || l == t.same.loop || !l.Contains(t.same.loop.Header) || !t.meetsOnce(l) {
		return false
	}
	was := t.same.earlier
	t.same.earlier = true
	same := !slices.ContainsFunc(phi.Args(), func(a ir.Value) bool { return !t.sameInAll(a) })
	t.same.earlier = was
	if !same { // nor is what was taken to be on its account
		for _, known := range []map[ir.Value]bool{t.same.known, t.same.always} {
			for v, same := range known {
				if same {
					delete(known, v)
				}
			}
		}
		t.same.always[phi] = false
	}
	return same
}

// meetsOnce reports whether the team meets at one place in each iteration of l, always in front of the loop that is looked at, or always
// behind it.
func (t *threadReads) meetsOnce(l *analysis.Loop) bool {
	in := t.same.loop
	return slices.ContainsFunc(l.Blocks, func(b *ir.Block) bool {
		if t.li.Of(b) != l || !t.dt.Dominates(b, l.Latch()) || !slices.ContainsFunc(b.Instrs, meets) {
			return false
		}
		return t.dt.Dominates(b, in.Header) || !reaches(b, in.Header, func(x *ir.Block) bool { return x == l.Header })
	})
}

func (t *threadReads) findSame(v ir.Value) bool {
	switch v := v.(type) {
	case *ir.Param:
		return v.Index >= 2
	case *ir.Instr:
		switch {
		case v.Op == ir.Phi:
			return t.goesTogether(v)
		case v.Op == ir.Load:
			return v.Flags&(ir.Volatile|ir.Atomic) == 0 && t.sameInAll(v.Arg(0)) && !t.changes(v)
		case v.Op == ir.Call:
			if _, ok := edit.Extremum(v); !ok {
				return false
			}
		case !v.Op.IsBinary() && !v.Op.IsCast() && v.Op != ir.GetElementPtr && v.Op != ir.Select && v.Op != ir.ICmp:
			return false
		}
		return !slices.ContainsFunc(v.Args(), func(a ir.Value) bool { _, f := a.(*ir.Function); return !f && !t.sameInAll(a) })
	case *ir.Global:
		return !strings.Contains(v.Prefix, "thread_local")
	case *ir.Const:
		return !slices.ContainsFunc(v.Elems, func(e ir.Value) bool { return !t.sameInAll(e) })
	}
	return false
}

// changes reports whether threads may load different values by i. Where they neither wait for each other nor take turns, none
// writes what others load: that would be a data race.
func (t *threadReads) changes(i *ir.Instr) bool {
	if t.same.phase.runs[i] && !t.same.phase.synced && !t.same.earlier {
		return false
	}
	return slices.ContainsFunc(t.writers, func(w *ir.Instr) bool {
		return (t.same.phase.runs[w] || t.same.earlier || !t.same.phase.runs[i]) && t.alias.Clobbers(w, i)
	})
}

// synchronises reports whether threads may wait for each other, or take turns, in i.
func synchronises(i *ir.Instr) bool {
	switch i.Op {
	case ir.AtomicRMW, ir.CmpXchg, ir.Fence:
		return true
	case ir.Load, ir.Store:
		return i.Flags&(ir.Volatile|ir.Atomic) != 0
	case ir.Call:
		f := i.CalledFunc()
		if f == nil {
			return true
		}
		_, share := rules.ShareOf(f.Name)
		_, _, opens := rules.OpensLoop(f.Name)
		return !share && !opens && !rules.EndsLoop(f.Name) && !canon.SetsErrno(i) && !canon.IsHint(i) && !strings.HasPrefix(f.Name, "llvm.")
	}
	return false
}
