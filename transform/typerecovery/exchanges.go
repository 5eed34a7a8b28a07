package typerecovery

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// Exchanges replaces the old value that a compare-and-exchange of a float's bits returns by an
// atomic load before it, so that only its success flag is used: std::atomic<double> is updated
// so, in a loop. If another thread writes in between, the exchange fails where it could have
// succeeded, as a weak one may at any time. It reports whether anything changed.
func Exchanges(f *ir.Function) bool {
	var list []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.CmpXchg && exchangesFloat(i) {
				list = append(list, i)
			}
		}
	}
	changed := false
	for _, i := range list {
		changed = exchange(i) || changed
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// exchangesFloat reports whether the new or the old value of a compare-and-exchange is the
// bits of a float.
func exchangesFloat(x *ir.Instr) bool {
	if v, ok := x.Arg(2).(*ir.Instr); ok {
		return v.Op == ir.BitCast && v.Arg(0).Type().IsFloat()
	}
	list := []*ir.Instr{x}
	for k := 0; k < len(list) && len(list) < maxFound; k++ {
		for u := range ir.Uses(list[k]) {
			switch i := u.User; {
			case i.Op == ir.BitCast && i.Typ.IsFloat():
				return true
			case (i.Op == ir.Phi || i.Op == ir.ExtractValue) && !slices.Contains(list, i):
				list = append(list, i)
			}
		}
	}
	return false
}

// maxFound bounds the values through which the old value is followed.
const maxFound = 16

// exchangeGroup lists x and the exchanges and phis that are merged with its result; nil where
// a result goes elsewhere, or no old value is used.
func exchangeGroup(x *ir.Instr) []*ir.Instr {
	group := []*ir.Instr{x}
	in := map[*ir.Instr]bool{x: true}
	join := func(v ir.Value) bool {
		i, ok := v.(*ir.Instr)
		if !ok || i.Op != ir.Phi && i.Op != ir.CmpXchg {
			return false
		}
		if !in[i] {
			in[i] = true
			group = append(group, i)
		}
		return true
	}
	found := false
	for k := 0; k < len(group); k++ {
		if group[k].Op == ir.Phi {
			for _, a := range group[k].Args() {
				if !join(a) {
					return nil
				}
			}
		}
		for u := range ir.Uses(group[k]) {
			switch u.User.Op {
			case ir.Phi:
				join(u.User)
			case ir.ExtractValue:
				found = found || u.User.Indices[0] == 0
			default:
				return nil
			}
		}
	}
	if !found {
		return nil
	}
	return group
}

// exchange splits the results of such a group.
func exchange(x *ir.Instr) bool {
	group := exchangeGroup(x)
	if group == nil {
		return false
	}
	parts := map[*ir.Instr][2]*ir.Instr{}
	for _, i := range group {
		b := ir.NewBuilder(i.Parent)
		if i.Op == ir.Phi {
			parts[i] = [2]*ir.Instr{b.Phi(i.Typ.At(0)), b.Phi(i.Typ.At(1))}
			continue
		}
		b.Before(i)
		was := b.Load(i.Typ.At(0), i.Arg(0), int(i.Align))
		was.Flags |= ir.Atomic
		was.Extra().Ordering = "monotonic"
		b.After(i)
		done := ir.NewInstr(ir.ExtractValue, ir.I1, i)
		done.Indices = []int{1}
		parts[i] = [2]*ir.Instr{was, b.Insert(done)}
	}
	for _, i := range group {
		var uses []*ir.Instr
		for u := range ir.Uses(i) {
			if u.User.Op == ir.ExtractValue && u.User != parts[i][1] {
				uses = append(uses, u.User)
			}
		}
		for _, e := range uses {
			edit.Replace(e, parts[i][e.Indices[0]])
		}
	}
	for _, i := range group {
		if i.Op != ir.Phi {
			continue
		}
		for k, a := range i.Args() {
			for n := range 2 {
				parts[i][n].AddIncoming(parts[a.(*ir.Instr)][n], i.Blocks[k])
			}
		}
	}
	for _, i := range group {
		if i.Op == ir.Phi {
			i.SetArgs()
			i.Blocks = nil
		}
	}
	for _, i := range group {
		if i.Op == ir.Phi {
			edit.Kill(i)
		}
	}
	return true
}
