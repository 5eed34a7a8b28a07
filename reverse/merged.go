package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// mergedObject reports whether the phi is one of several heap objects of this
// function, whichever was made, and all later access to them goes through it.
// Compilers make two of one allocation where they tell small sizes apart: what
// holds of the one object then holds of the phi.
func (mem *memory) mergedObject(phi *ir.Instr) bool {
	known, ok := mem.merged[phi]
	if !ok {
		mem.merged[phi] = false
		known = mem.findMerged(phi)
		mem.merged[phi] = known
	}
	return known
}

func (mem *memory) findMerged(phi *ir.Instr) bool {
	if phi.Op != ir.Phi || !phi.Typ.IsPtr() || mem.fn.loops.Of(phi.Parent) != nil || mem.sh.isShadow[phi] {
		return false
	}
	seen := map[ir.Value]bool{}
	for k := range phi.NumArgs() {
		a := phi.Arg(k)
		if analysis.LeadsNowhere(a) || seen[a] {
			continue
		}
		seen[a] = true
		i, ok := a.(*ir.Instr)
		for ok && i.Op == ir.BitCast {
			i, ok = i.Arg(0).(*ir.Instr)
		}
		if !ok || i.Op != ir.Call && i.Op != ir.Invoke || mem.fn.loops.Of(i.Parent) != nil || mem.fn.dt.Dominates(i.Parent, phi.Parent) {
			return false
		}
		if f := mem.fn.knownOf(i); f == nil || f.Class != rules.Alloc || !mem.onlyMergedIn(i, phi, true, map[ir.Value]bool{}) {
			return false
		}
	}
	return len(seen) > 1
}

// onlyMergedIn reports whether the address v, of an object that phi merges with
// others, is only used to load, store, compare and end the object, where
// accessed, and by phi. Through other phis there must be no access.
func (mem *memory) onlyMergedIn(v ir.Value, phi *ir.Instr, accessed bool, seen map[ir.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	for u := range ir.Uses(v) {
		ok := accessed
		switch i := u.User; i.Op {
		case ir.ICmp:
			ok = true
		case ir.Load:
		case ir.Store:
			ok = ok && u.Index() == 1
		case ir.PtrToInt:
			ok = mem.onlyCompared(i, 0)
		case ir.GetElementPtr, ir.BitCast:
			ok = u.Index() == 0 && mem.onlyMergedIn(i, phi, accessed, seen)
		case ir.Phi:
			ok = i == phi && accessed || i != phi && mem.onlyMergedIn(i, phi, false, seen)
		case ir.Call:
			k := mem.fn.knownOf(i)
			ok = k != nil && (k.Class == rules.Free || accessed && k.Class == rules.MemSet && u.Index() == 0) ||
				mem.fn.env.runtime().IsDefer(i.CalledFunc())
		default:
			ok = false
		}
		if !ok {
			return false
		}
	}
	return true
}
