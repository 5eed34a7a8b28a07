package canon

import "github.com/llad-ad/llad/ir"

// SlotChoices replaces a load from a phi or select of stack slots by a phi or select of the
// slots' values: std::min and std::max return references, and at -O0 the slots could not be
// promoted. It reports whether anything changed.
func SlotChoices(f *ir.Function) bool {
	var loads []*ir.Instr
	for _, b := range f.Blocks {
		for at, i := range b.Instrs {
			if i.Op != ir.Load || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
				continue
			}
			p, ok := i.Arg(0).(*ir.Instr)
			if ok && p.Parent == b && choosesSlot(p, i.Typ) && !writtenSince(b, p, at) {
				loads = append(loads, i)
			}
		}
	}
	if len(loads) == 0 {
		return false
	}
	for _, i := range loads {
		p := i.Arg(0).(*ir.Instr)
		read := func(b *ir.Builder, slot ir.Value) ir.Value {
			c := i.Copy()
			c.SetArg(0, slot)
			return b.Insert(c)
		}
		b := ir.NewBuilder(i.Parent)
		var v ir.Value
		if p.Op == ir.Select {
			b.Before(i)
			v = b.Select(p.Arg(0), read(b, p.Arg(1)), read(b, p.Arg(2)))
		} else {
			b.Before(p)
			phi := b.Insert(ir.NewInstr(ir.Phi, i.Typ))
			done := map[*ir.Block]ir.Value{}
			for k, from := range p.Blocks {
				if done[from] == nil { // else one more edge from there
					at := ir.NewBuilder(from)
					at.Before(from.Term())
					done[from] = read(at, p.Arg(k))
				}
				phi.AddIncoming(done[from], from)
			}
			v = phi
		}
		ir.ReplaceAllUses(i, v)
		i.Erase()
		if !ir.HasUses(p) { // it would keep the slots from becoming values
			p.Erase()
		}
	}
	return true
}

// choosesSlot reports whether p is a phi or select of the addresses of stack slots, each with
// a value of type t.
func choosesSlot(p *ir.Instr, t *ir.Type) bool {
	slots := p.Args()
	switch p.Op {
	case ir.Select:
		slots = slots[1:]
		if p.Arg(0).Type() != ir.I1 {
			return false
		}
	case ir.Phi:
		for _, from := range p.Blocks {
			if t := from.Term(); t.Op != ir.Br && t.Op != ir.Switch {
				return false // there is no place behind an invoke
			}
		}
	default:
		return false
	}
	for _, s := range slots {
		a, ok := s.(*ir.Instr)
		if !ok || a.Op != ir.Alloca || a.Elem != t {
			return false
		}
		if n, ok := ir.IntValue(a.Arg(0)); !ok || n < 1 {
			return false
		}
	}
	return true
}

// writtenSince reports whether memory may be written in b between p and the instruction at
// index end.
func writtenSince(b *ir.Block, p *ir.Instr, end int) bool {
	for k := end - 1; k >= 0 && b.Instrs[k] != p; k-- {
		if MayWrite(b.Instrs[k]) {
			return true
		}
	}
	return false
}
