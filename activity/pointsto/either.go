package pointsto

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
)

// either recognises the address of one of a few members of a struct, chosen by a
// select or phi of offsets or of addresses: where a search in a tree goes on, left or
// right; or by the index of a loop that counts through a short array in a struct.
// As one progression the addresses would run over all members.
func (p *Analysis) either(ptr ir.Value) (base ir.Value, offs []int64) {
	v, more := p.member(ptr)
	if i, ok := v.(*ir.Instr); ok {
		if i.Op == ir.GetElementPtr {
			base, offs = p.oneIndex(i)
		} else {
			base, offs = p.oneMember(i)
		}
	}
	for k := range offs {
		offs[k] += more
	}
	return base, offs
}

// member is what an address is known bytes behind of, and how many.
func (p *Analysis) member(v ir.Value) (base ir.Value, off int64) {
	for {
		i, ok := v.(*ir.Instr)
		switch {
		case ok && i.Op == ir.BitCast && i.Arg(0).Type().IsPtr():
		case ok && i.Op == ir.GetElementPtr && !i.Typ.IsVector():
			n, stride := GepOffset(p.Layout, i.Elem, i.Args(), nil)
			if stride != 0 {
				return v, off
			}
			off += n
		default:
			return v, off
		}
		v = i.Arg(0)
	}
}

// choices are what a select or a small phi chooses from.
func choices(i *ir.Instr) []ir.Value {
	switch {
	case i.Op == ir.Select:
		return i.Args()[1:]
	case i.Op == ir.Phi && i.NumArgs() <= 4:
		return i.Args()
	}
	return nil
}

// constants are values that are constant indices all, nil where one is not.
func constants(list []ir.Value) []ir.Value {
	for _, v := range list {
		if _, ok := ConstIndex(v); !ok {
			return nil
		}
	}
	return list
}

// oneMember recognises a choice of addresses of members of one struct.
func (p *Analysis) oneMember(i *ir.Instr) (base ir.Value, offs []int64) {
	for _, v := range choices(i) {
		from, off := p.member(v)
		if base != nil && from != base || from == i {
			return nil, nil
		}
		base, offs = from, append(offs, off)
	}
	return base, offs
}

// oneIndex recognises an address with a choice of indices.
func (p *Analysis) oneIndex(g *ir.Instr) (base ir.Value, offs []int64) {
	at, choice := -1, []ir.Value(nil)
	for k := 1; k < g.NumArgs(); k++ {
		if _, ok := ConstIndex(g.Arg(k)); ok {
			continue
		}
		s, ok := g.Arg(k).(*ir.Instr)
		if !ok || at >= 0 {
			return nil, nil
		}
		at, choice = k, constants(choices(s))
		if choice == nil {
			choice = p.nums.loops.counted(g, s)
		}
		if choice == nil {
			return nil, nil
		}
	}
	for _, v := range choice {
		args := g.Args()
		args[at] = v
		off, stride := GepOffset(p.Layout, g.Elem, args, nil)
		if stride != 0 {
			return nil, nil
		}
		offs = append(offs, off)
	}
	if at < 0 {
		return nil, nil
	}
	return g.Arg(0), offs
}

// accessed are nodes with the addresses that an access through ptr goes to.
func (p *Analysis) accessed(ptr ir.Value) []Node {
	base, offs := p.either(ptr)
	if base == nil {
		return []Node{p.at(ptr)}
	}
	var list []Node
	for _, off := range offs {
		n := p.newNode()
		p.copy(p.at(base), n, off, 0)
		list = append(list, n)
	}
	return list
}

// Places are the addresses that an access through ptr goes to; an object may
// stand there more than once.
func (p *Analysis) Places(ptr ir.Value) []memtypes.Addr {
	base, offs := p.either(ptr)
	if base == nil {
		return p.Pointees(ptr)
	}
	var list []memtypes.Addr
	for _, off := range offs {
		for _, a := range p.Pointees(base) {
			list = append(list, a.Moved(off, 0))
		}
	}
	return list
}

// Outside reports whether an access of a size at an address would leave its
// object: the address stands there because the analysis cannot tell apart what
// the program does, and nothing is accessed there.
func (p *Analysis) Outside(a memtypes.Addr, size int64) bool {
	o := &p.Objs[a.Obj]
	return a.Stride == 0 && o.Size > 0 && p.Merged[a.Obj] == nil && (a.Off < 0 || a.Off+size > o.Size)
}
