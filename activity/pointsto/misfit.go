package pointsto

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
)

// This file keeps pointers to nodes of containers from standing for the head that
// the container itself holds, a base of a node that links to nodes and is linked
// to by them. Whoever reads a member of a node has a node at hand: where a variable
// of a declared type has members of other types in the node's place, it is not one.

// shape is what an access, or the address of a member, tells of the memory around:
// scalars by their distance from the address.
type shape []memtypes.Record

// ShapeOf is what the alias metadata of a load or store tells; nil for nothing.
func (p *Analysis) ShapeOf(i *ir.Instr) shape {
	id := i.Metadata("tbaa")
	if id == "" {
		return nil
	}
	tag := p.Module.AliasTypes.Tag(id)
	var s shape
	for _, m := range tag.Members {
		r := m.Rec
		r.Off = m.Off - tag.Off
		s = append(s, r)
	}
	return s
}

// shapeOfMember is what the address of a member of a struct tells of the struct, in
// code that the compiler has not optimised: in other code one address may stand for
// members of several types.
func (p *Analysis) shapeOfMember(i *ir.Instr) shape {
	if !p.Study.PlainCode || i.Elem.Kind != ir.StructKind || i.Elem.Name == "" || IsOpaque(i.Elem) || i.NumArgs() < 3 {
		return nil
	}
	for _, x := range i.Args()[1:] {
		if _, ok := ConstIndex(x); !ok {
			return nil
		}
	}
	if n, _ := ConstIndex(i.Arg(1)); n != 0 {
		return nil
	}
	return p.basePart(i.Elem)
}

// basePart lists the scalars that a class has wherever it stands: as a base of another
// it has no virtual bases of its own at its end, which clang shows by a type of its
// own. Which of the types that are so called belongs to the class its name does not
// tell, as those of instances of one template differ only in a number: of those whose
// scalars are among the class's, the least counts.
func (p *Analysis) basePart(t *ir.Type) shape {
	if s, ok := p.asBase[t]; ok {
		return s
	}
	whole := p.DeclaredIn(t)
	least := whole
	for _, base := range p.Module.basesNamed(plainName(t.Name) + ".base") {
		part := p.DeclaredIn(base)
		if len(part) < len(least) && !slices.ContainsFunc(part, func(r memtypes.Record) bool { return !slices.Contains(whole, r) }) {
			least = part
		}
	}
	p.asBase[t] = least
	return least
}

// plainName is a type's name without quotes and the numbers behind it.
func plainName(name string) string {
	name = strings.Trim(name, `"`)
	for {
		stem := strings.TrimRight(name, "0123456789")
		if stem == name || !strings.HasSuffix(stem, ".") {
			return name
		}
		name = strings.TrimSuffix(stem, ".")
	}
}

// wholeOf is the number of that shape among the edges', 0 for none.
func (p *Analysis) wholeOf(i *ir.Instr) int32 {
	s := p.shapeOfMember(i)
	if s == nil {
		return 0
	}
	p.members = append(p.members, s)
	return int32(len(p.members) - 1)
}

// DeclaredIn lists the scalars of a declared type.
func (p *Analysis) DeclaredIn(t *ir.Type) shape {
	if s, ok := p.shapes[t]; ok {
		return s
	}
	var m memtypes.Memory
	m.Declared(p.Layout, t, 0, memtypes.RankDeclared)
	var s shape
	for _, off := range m.Sorted() {
		for _, r := range m.Exact[off] {
			if r.Rank == memtypes.RankDeclared && (r.Class != memtypes.Integer || r.Size >= 4) {
				s = append(s, r)
			}
		}
	}
	p.shapes[t] = s
	return s
}

// fitAll lets accesses and addresses of members lead where they misfit if everything that
// they may lead to misfits: the program has put something of another type into a variable.
func (p *Analysis) fitAll() (changed bool) {
	all := func(n Node, s shape) bool {
		for _, a := range p.Sets[n] {
			if !p.Misfits(p.current(a), s) {
				return false
			}
		}
		return len(p.Sets[n]) > 0
	}
	for k := range p.Sets {
		n := Node(k)
		for _, list := range [][]deref{p.loads[n], p.stores[n]} {
			for k := range list {
				if d := &list[k]; d.shape != nil && all(n, d.shape) {
					d.shape, p.done[n], changed = nil, nil, true
					p.wake(n)
				}
			}
		}
		for k := range p.succ[n] {
			if e := &p.succ[n][k]; e.whole != 0 && all(n, p.members[e.whole]) {
				e.whole, p.passed[n], changed = 0, nil, true
				p.wake(n)
			}
		}
	}
	return changed
}

// Misfits reports whether memory of this shape cannot stand at an address: the
// variable there is declared with other scalars in these places, or ends before.
func (p *Analysis) Misfits(a memtypes.Addr, s shape) bool {
	o := &p.Objs[a.Obj]
	if len(s) == 0 || o.Kind != ObjAlloca || a.Stride != 0 || p.Merged[a.Obj] != nil || o.Size == 0 {
		return false
	}
	t := o.Site.(*ir.Instr).Elem
	if t.Kind != ir.StructKind || t.Name == "" || o.Size != p.Layout.AllocSize(t) {
		return false
	}
	there := p.DeclaredIn(t)
	for _, r := range s {
		off := a.Off + r.Off
		if off < 0 || off+r.Size > o.Size {
			return true
		}
		k, found := slices.BinarySearchFunc(there, off, func(d memtypes.Record, off int64) int { return int(d.Off - off) })
		if found && r.Size >= 4 && (there[k].Class != r.Class || there[k].Class == memtypes.FloatData && there[k].Typ != r.Typ) {
			return true
		}
	}
	return false
}

func IsOpaque(t *ir.Type) bool { return t.Kind == ir.StructKind && t.Opaque }
