package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// This file refuses addresses that a program computes as integers in ways of which the shadow's address does not follow:
// blocks of shadow memory lie elsewhere, at other distances from each other.

// checkComputed refuses an address that comes out of an exclusive or of two words, as in lists linked by such.
func (a *Info) checkComputed(i *ir.Instr) {
	if !a.Seed.any() {
		return
	}
	seen := []ir.Value{i.Arg(0)}
	for k := 0; k < len(seen) && k < maxAddressWays; k++ {
		from, ok := seen[k].(*ir.Instr)
		if !ok {
			continue
		}
		switch from.Op {
		case ir.Phi, ir.Select, ir.Freeze:
			for _, v := range copied(from) {
				if !slices.Contains(seen, v) {
					seen = append(seen, v)
				}
			}
		case ir.Xor:
			if !ir.IsConstant(from.Arg(0)) && !ir.IsConstant(from.Arg(1)) {
				a.report(i, CodeUnknownMem, "an address is computed by an exclusive or of words", "keep the addresses themselves")
				return
			}
		}
	}
}

// checkDistance refuses to keep the distance between two blocks of memory of which one has a shadow.
func (a *Info) checkDistance(i *ir.Instr) {
	from, ok := i.Arg(0).(*ir.Instr)
	to, also := i.Arg(1).(*ir.Instr)
	if !ok || !also || from.Op != ir.PtrToInt || to.Op != ir.PtrToInt || !a.shadowed(from) && !a.shadowed(to) || !keptAway(i) {
		return
	}
	p := a.sol.p
	ends := p.pointees(to.Arg(0))
	if len(ends) == 0 || len(p.pointees(from.Arg(0))) == 0 {
		return
	}
	for _, x := range p.pointees(from.Arg(0)) {
		known := p.objs[x.obj].kind != objUnknown
		if !known || slices.ContainsFunc(ends, func(y addr) bool { return y.obj == x.obj || p.objs[y.obj].kind == objUnknown }) {
			return
		}
	}
	a.report(i, CodeUnknownMem, "the distance between two blocks of memory is kept, one of them with derivatives", "keep the address itself")
}

// shadowed reports whether the memory that an address as an integer leads to has a shadow, or derivatives.
func (a *Info) shadowed(v ir.Value) bool {
	for {
		i, ok := v.(*ir.Instr)
		if !ok {
			return false
		}
		if i.Op == ir.PtrToInt {
			return slices.ContainsFunc(a.sol.p.pointees(i.Arg(0)), func(x addr) bool {
				return a.sol.shadow[x.obj] || a.sol.varied[a.sol.g.obj[x.obj]]
			})
		}
		if i.Op != ir.Add && i.Op != ir.Or && i.Op != ir.Freeze {
			return false
		}
		v = i.Arg(0)
	}
}

// keptAway reports whether a value goes to memory or to other functions, perhaps as a choice.
func keptAway(i *ir.Instr) bool {
	seen := []*ir.Instr{i}
	for k := 0; k < len(seen) && k < maxAddressWays; k++ {
		for u := range ir.Uses(seen[k]) {
			switch {
			case u.User.Op == ir.Store || u.User.Op == ir.Ret || u.User.IsCall():
				return true
			case isChoice(u.User) && !slices.Contains(seen, u.User):
				seen = append(seen, u.User)
			}
		}
	}
	return false
}
