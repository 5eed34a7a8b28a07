package activity

import "github.com/llad-ad/llad/ir"

// either recognises the address of one of a few members of a struct, chosen by a
// select or phi of offsets or of addresses: where a search in a tree goes on, left or
// right; or by the index of a loop that counts through a short array in a struct.
// As one progression the addresses would run over all members.
func (p *points) either(ptr ir.Value) (base ir.Value, offs []int64) {
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
func (p *points) member(v ir.Value) (base ir.Value, off int64) {
	for {
		i, ok := v.(*ir.Instr)
		switch {
		case ok && i.Op == ir.BitCast && i.Arg(0).Type().IsPtr():
		case ok && i.Op == ir.GetElementPtr && !i.Typ.IsVector():
			n, stride := gepOffset(p.layout, i.Elem, i.Args(), nil)
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
		if _, ok := constIndex(v); !ok {
			return nil
		}
	}
	return list
}

// oneMember recognises a choice of addresses of members of one struct.
func (p *points) oneMember(i *ir.Instr) (base ir.Value, offs []int64) {
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
func (p *points) oneIndex(g *ir.Instr) (base ir.Value, offs []int64) {
	at, choice := -1, []ir.Value(nil)
	for k := 1; k < g.NumArgs(); k++ {
		if _, ok := constIndex(g.Arg(k)); ok {
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
		off, stride := gepOffset(p.layout, g.Elem, args, nil)
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
func (p *points) accessed(ptr ir.Value) []node {
	base, offs := p.either(ptr)
	if base == nil {
		return []node{p.at(ptr)}
	}
	var list []node
	for _, off := range offs {
		n := p.newNode()
		p.copy(p.at(base), n, off, 0)
		list = append(list, n)
	}
	return list
}

// places are the addresses that an access through ptr goes to; an object may
// stand there more than once.
func (p *points) places(ptr ir.Value) []addr {
	base, offs := p.either(ptr)
	if base == nil {
		return p.pointees(ptr)
	}
	var list []addr
	for _, off := range offs {
		for _, a := range p.pointees(base) {
			list = append(list, a.moved(off, 0))
		}
	}
	return list
}

// outside reports whether an access of a size at an address would leave its
// object: the address stands there because the analysis cannot tell apart what
// the program does, and nothing is accessed there.
func (p *points) outside(a addr, size int64) bool {
	o := &p.objs[a.obj]
	return a.stride == 0 && o.size > 0 && p.merged[a.obj] == nil && (a.off < 0 || a.off+size > o.size)
}

// foreign reports whether a float cannot be accessed at an address, one of
// several that a pointer may hold: it is outside of its object, or where a
// variable of the program has a member that is declared as an integer or a
// pointer (the head of a list or tree, which stands in the container and links to
// nodes as if it were one).
func (t *types) foreign(a addr, typ *ir.Type) bool {
	if !typ.IsFloat() || t.p.merged[a.obj] != nil || a.stride != 0 {
		return false
	}
	size := t.p.layout.StoreSize(typ)
	if t.p.outside(a, size) {
		return true
	}
	o := &t.p.objs[a.obj]
	if o.kind != objAlloca || scalarOf(o.site.(*ir.Instr).Elem).IsInt() {
		return false
	}
	if elem := o.site.(*ir.Instr).Elem; t.sharesWords() && (elem.IsPtr() && !t.p.of.plainCode || elem.IsUnion()) {
		return false // a compiler declares a union as one of its members
	}
	for _, r := range t.p.declaredIn(o.site.(*ir.Instr).Elem) { // not what accesses tell, which may be meant for other memory
		if r.off <= a.off && a.off < r.off+r.size && (r.class == Pointer || r.class == Integer && !t.env.module.rust) {
			return true
		}
	}
	return false
}

// floatPlaces are the addresses that an access i of type typ through ptr goes to.
func (t *types) floatPlaces(i *ir.Instr, ptr ir.Value, typ *ir.Type) []addr {
	all := t.p.places(ptr)
	s := t.p.shapeOf(i)
	if len(all) < 2 || !typ.IsFloat() && s == nil {
		return all
	}
	var list []addr
	for _, a := range all {
		if !t.foreign(a, typ) && !t.p.misfits(a, s) {
			list = append(list, a)
		}
	}
	if len(list) == 0 {
		return all
	}
	return list
}
