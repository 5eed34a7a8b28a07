package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// laneSet has a bit for every element of a vector; vectors of more than 64 have
// all of them.
type laneSet uint64

const allLanes = ^laneSet(0)

func (x laneSet) has(lane int) bool { return lane >= 64 || x>>uint(lane)&1 != 0 }

// usedLanes gives the elements of vector v that something is made of. The
// adjoint of the others is zero: compilers that make vectors of single numbers
// leave some empty, and fill them with anything.
func (ats *adjointTypes) usedLanes(v ir.Value) laneSet {
	if used, ok := ats.lanesUsed[v]; ok {
		return used
	}
	if ats.lanesUsed == nil {
		ats.lanesUsed = map[ir.Value]laneSet{}
	}
	ats.lanesUsed[v] = allLanes // for whoever asks on the way: phis in a circle
	var used laneSet
	for u := range ir.Uses(v) {
		if used |= ats.usedBy(u.User, u.Index()); used == allLanes {
			break
		}
	}
	ats.lanesUsed[v] = used
	return used
}

// usedBy gives the elements of i's k-th operand that i uses.
func (ats *adjointTypes) usedBy(i *ir.Instr, k int) laneSet {
	switch i.Op {
	case ir.FNeg, ir.FAdd, ir.FSub, ir.FMul, ir.FDiv:
		return ats.usedLanes(i)
	case ir.Call:
		if r := rules.ForInstr(i); r != nil && len(r.Outs) == 0 && i.Typ.IsVector() && k < r.Arity {
			return ats.usedLanes(i)
		}
	case ir.ExtractElement:
		if n, ok := ir.IntValue(i.Arg(1)); ok && k == 0 && 0 <= n && n < 64 {
			return 1 << uint(n)
		}
	case ir.InsertElement:
		if n, ok := ir.IntValue(i.Arg(2)); ok && k == 0 && 0 <= n && n < 64 {
			return ats.usedLanes(i) &^ (1 << uint(n))
		}
	case ir.ShuffleVector:
		mask, ok := shuffleMask(i)
		n := int(i.Arg(0).Type().Len)
		if !ok || i.Typ.Scalable || n > 64 || len(mask) > 64 || k > 1 {
			return allLanes
		}
		var used laneSet
		for lane, m := range mask {
			if m >= k*n && m < k*n+n && ats.usedLanes(i).has(lane) {
				used |= 1 << uint(m-k*n)
			}
		}
		return used
	}
	return allLanes
}
