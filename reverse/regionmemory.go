package reverse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/modref"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/openmp"
)

// The two halves of a parallel region run one behind the other in the function that starts
// the team, and that function is seen: it says which memory that the region reads is the
// same when the region is reversed. The threads then read it again and keep nothing of it.

// regionMemory is what is known of the places that a region works on where it is started.
type regionMemory struct {
	holds []modref.Place    // nothing writes there between the two halves but the region
	apart [][2]modref.Place // no byte is in both: one that is read, and one that is written
}

// key tells apart what is known in different places.
func (rm *regionMemory) key() string {
	if rm == nil {
		return ""
	}
	var b strings.Builder
	for _, at := range rm.holds {
		fmt.Fprintf(&b, "/%s", at)
	}
	for _, two := range rm.apart {
		fmt.Fprintf(&b, "/%s|%s", two[0], two[1])
	}
	return b.String()
}

// holdsAt reports whether memory at an address with that base is in the reverse half what it was
// in the augmented primal, but for what the region itself writes.
func (mem *memory) holdsAt(base ir.Value) bool {
	rm := mem.fn.pair.memory
	if rm == nil {
		return false
	}
	at, ok := mem.placeOf(base)
	return ok && slices.Contains(rm.holds, at)
}

// apartWhereStarted reports whether the function that starts the region says that memory at
// one base, which is read, is not that at the other, which is written.
func (mem *memory) apartWhereStarted(read, written ir.Value) bool {
	if mem.fn.pair == nil || mem.fn.pair.memory == nil || written == nil {
		return false
	}
	r, ok := mem.placeOf(read)
	w, ok2 := mem.placeOf(written)
	return ok && ok2 && slices.Contains(mem.fn.pair.memory.apart, [2]modref.Place{r, w})
}

// placeOf is the place of memory at an address of the primal with that base.
func (mem *memory) placeOf(base ir.Value) (modref.Place, bool) {
	for {
		i, ok := base.(*ir.Instr)
		if !ok || i.Op != ir.GetElementPtr || !i.Typ.IsPtr() {
			break
		}
		base = mem.aliases().Base(i.Arg(0)) // what is marked as apart from others lies where it was
	}
	at, ok := modref.PlaceOf(mem.aliases(), base)
	if !ok || at.Param < len(mem.fn.params) {
		return at, ok
	}
	for _, shadows := range mem.sh.laneShadows { // addresses in shadow memory change with those of the primal
		for _, p := range mem.fn.params {
			if shadows[p] == ir.Value(mem.fn.p.Params[at.Param]) {
				at.Param = p.Index
				return at, true
			}
		}
	}
	return at, false
}

// starts are the calls of teams in a primal, each with what its region reads and writes.
type starts struct {
	mem   *memory // of the primal as it came
	teams map[*ir.Instr]*modref.Effects
	waits map[*ir.Instr]bool // deallocations that wait for the end of the reverse sweep, so that regions find what they read
}

// regionMemories gives, for each call of a team in the primal as it came, what is known of memory there.
// In the split form others run between the halves, and nothing is.
// The second result are the deallocations that are to wait for the end of the reverse sweep for that.
func (mem *memory) regionMemories() (known map[*ir.Instr]*regionMemory, waits map[*ir.Instr]bool) {
	if mem.fn.pair != nil || mem.fn.ret == nil {
		return nil, nil
	}
	st := &starts{teams: map[*ir.Instr]*modref.Effects{}, waits: map[*ir.Instr]bool{}}
	var order []*ir.Instr
	for _, b := range mem.fn.p.Blocks {
		for _, i := range b.Instrs {
			if f := i.CalledFunc(); f != nil && i.Op == ir.Call {
				if region := openmp.TeamRegion(f); region != nil {
					st.teams[i] = mem.fn.env.effects.Of(region)
					order = append(order, i)
				}
			}
		}
	}
	if len(order) == 0 {
		return nil, nil
	}
	st.mem = newMemory(mem.fn, mem.sh, mem.rv, mem.ins, mem.at)
	st.mem.collectWriters()
	known = map[*ir.Instr]*regionMemory{}
	for _, i := range order {
		known[i] = st.memoryAt(i)
	}
	return known, st.waits
}

// memoryAt is what is known of memory where i starts a region; nil where nothing is.
func (st *starts) memoryAt(i *ir.Instr) *regionMemory {
	mr := st.teams[i]
	rm := &regionMemory{}
	for _, at := range mr.Reads {
		p := st.address(i, at)
		if p == nil || st.changes(i, p) {
			continue
		}
		rm.holds = append(rm.holds, at)
		for _, w := range mr.Writes {
			if q := st.address(i, w); q != nil && st.mem.aliases().AliasAnytime(p, -1, q, -1) == analysis.NoAlias {
				rm.apart = append(rm.apart, [2]modref.Place{at, w})
			}
		}
	}
	if len(rm.holds) == 0 {
		return nil
	}
	return rm
}

// address is the address in the primal of a place in the region that i starts, nil where it is
// not known. The first parameters of a region are its thread's.
func (st *starts) address(i *ir.Instr, at modref.Place) ir.Value {
	var p ir.Value
	switch {
	case at.Global != nil:
		p = at.Global
	case at.Param >= 2 && at.Param-1 < i.NumCallArgs():
		p = i.Arg(at.Param - 1)
	default:
		return nil
	}
	if !at.Indirect {
		return p
	}
	return st.content(p)
}

// content is the one address that ever stands in the variable at p, nil where that is not known.
func (st *starts) content(p ir.Value) ir.Value {
	slot, ok := st.mem.aliases().Base(p).(*ir.Instr)
	if !ok || slot.Op != ir.Alloca {
		return nil
	}
	var one ir.Value
	work := []*ir.Instr{slot}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(v) {
			switch i := u.User; {
			case i.Op == ir.BitCast:
				work = append(work, i)
			case i.Op == ir.Load:
			case i.Op == ir.Store && u.Index() == 1 && i.Arg(0).Type().IsPtr() && (one == nil || one == i.Arg(0)):
				one = i.Arg(0)
			case st.teams[i] != nil && !st.writesTo(i, slot):
			case i.IsCall() && isLifetime(i.CalledName()):
			default:
				return nil
			}
		}
	}
	return one
}

// writesTo reports whether the region that i starts may write to the variable slot, which i hands over.
func (st *starts) writesTo(i, slot *ir.Instr) bool {
	mr := st.teams[i]
	return mr.WritesElse || slices.ContainsFunc(mr.Writes, func(at modref.Place) bool {
		return !at.Indirect && at.Param >= 2 && st.mem.aliases().Base(i.Arg(at.Param-1)) == ir.Value(slot)
	})
}

// changes reports whether memory at p may be written after i has started a region, before the
// primal returns. Deallocations that can wait for the end of the reverse sweep do where nothing else
// writes there.
func (st *starts) changes(i *ir.Instr, p ir.Value) bool {
	var wait []*ir.Instr
	for _, g := range st.mem.groups {
		for _, w := range g.writers {
			if !st.mem.mayFollow(i, w.i) || st.endsWithSweep(w.i) || !st.writes(w.i, p) {
				continue
			}
			if !st.canWait(w.i) {
				return true
			}
			wait = append(wait, w.i)
		}
	}
	for _, end := range wait {
		st.waits[end] = true
	}
	return false
}

// endsWithSweep reports whether i is a deallocation of memory with a shadow, which shadowFree puts off.
func (st *starts) endsWithSweep(i *ir.Instr) bool {
	k := st.mem.fn.knownOf(i)
	return i.Op == ir.Call && k != nil && k.Class == rules.Free && (st.mem.ins.blocks.ends[i] || st.mem.fn.info.Shadow(i.Arg(k.PtrArg)))
}

// canWait reports whether i is a deallocation outside of loops: blocks that loops free are many.
func (st *starts) canWait(i *ir.Instr) bool {
	k := st.mem.fn.knownOf(i)
	return i.Op == ir.Call && k != nil && k.Class == rules.Free && st.mem.fn.loops.Of(i.Parent) == nil
}

// writes reports whether w may write memory at p.
func (st *starts) writes(w *ir.Instr, p ir.Value) bool {
	a := st.mem.aliases()
	mr := st.teams[w]
	if mr == nil {
		return a.MayWrite(w, p, -1)
	}
	return mr.WritesElse || slices.ContainsFunc(mr.Writes, func(at modref.Place) bool {
		q := st.address(w, at)
		return q == nil || a.AliasAnytime(p, -1, q, -1) != analysis.NoAlias
	})
}
