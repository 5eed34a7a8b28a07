package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// Mem2Reg promotes stack slots that are only loaded and stored whole, always with one type, to
// values. Phis are placed on the iterated dominance frontier of the stores (Cytron et al.,
// Efficiently Computing Static Single Assignment Form and the Control Dependence Graph, 1991);
// unused ones are removed. A slot that is loaded before it is stored gives undef. Unreachable
// blocks and calls of debug intrinsics are removed first. It reports whether it promoted any.
func Mem2Reg(f *ir.Function) bool {
	edit.RemoveUnreachable(f)
	StripDebug(f)
	var slots []*slot
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.Alloca {
				if s := promotable(i); s != nil {
					s.index = len(slots)
					slots = append(slots, s)
				}
			}
		}
	}
	if len(slots) == 0 {
		return false
	}
	p := &promoter{f: f, slots: slots}
	p.run()
	return true
}

// slot is an alloca to be promoted.
type slot struct {
	index  int
	alloca *ir.Instr
	typ    *ir.Type
	loads  []*ir.Instr
	stores []*ir.Instr // lifetime markers too: they leave the content undefined
	casts  []*ir.Instr // addresses equal to the slot's
}

// promotable collects the uses of an alloca; nil where one of them prevents promotion.
func promotable(a *ir.Instr) *slot {
	if n, ok := ir.IntValue(a.Arg(0)); !ok || n != 1 || a.Flags&(ir.InAlloca|ir.SwiftError) != 0 {
		return nil
	}
	s := &slot{alloca: a}
	if !s.collect(a, 0) {
		return nil
	}
	if s.typ == nil {
		s.typ = a.Elem
	}
	layout := a.Parent.Parent.Module.Layout
	if !ir.Same(s.typ, a.Elem) && (s.typ.Kind == ir.TargetKind || layout.StoreSize(s.typ) > layout.AllocSize(a.Elem)) {
		return nil
	}
	return s
}

func (s *slot) collect(addr *ir.Instr, depth int) bool {
	for u := range ir.Uses(addr) {
		i := u.User
		switch i.Op {
		case ir.Load:
			if i.Flags&(ir.Volatile|ir.Atomic) != 0 || !s.setType(i.Typ) {
				return false
			}
			s.loads = append(s.loads, i)
		case ir.Store:
			if u.Index() != 1 || i.Flags&(ir.Volatile|ir.Atomic) != 0 || !s.setType(i.Arg(0).Type()) {
				return false
			}
			s.stores = append(s.stores, i)
		case ir.BitCast, ir.GetElementPtr:
			if depth > 4 || !PreservesAddress(i) || !s.collect(i, depth+1) {
				return false
			}
			s.casts = append(s.casts, i)
		case ir.Call:
			if !ir.IsLifetime(i) {
				return false
			}
			s.stores = append(s.stores, i)
		default:
			return false
		}
	}
	return true
}

func (s *slot) setType(t *ir.Type) bool {
	if s.typ == nil {
		s.typ = t
	}
	return ir.Same(s.typ, t)
}

// PreservesAddress reports whether a cast or GEP returns the address of its operand.
func PreservesAddress(i *ir.Instr) bool {
	if i.Op == ir.BitCast {
		return i.Typ.IsPtr()
	}
	for k := 1; k < i.NumArgs(); k++ {
		if v, ok := ir.IntValue(i.Arg(k)); !ok || v != 0 {
			return false
		}
	}
	return i.Typ.IsPtr()
}

type promoter struct {
	f       *ir.Function
	dt      *ir.DomTree
	preds   [][]*ir.Block
	slots   []*slot
	slotOf  []*slot       // of loads, stores and new phis, by Instr.ID; nil for all others
	newPhis [][]*ir.Instr // per block, in order of slots

	df [][]*ir.Block // dominance frontiers, made when first needed

	// scratch of placePhis, per block: the slot (plus one) a mark belongs to
	def, placed []int32
	first       []int32 // the number of the first store, where def is marked
}

func (p *promoter) run() {
	p.dt = ir.Dominators(p.f)
	_, count := p.f.Number()
	p.slotOf = make([]*slot, count, count+len(p.slots))
	p.preds = p.f.Preds()
	n := len(p.f.Blocks)
	p.newPhis = make([][]*ir.Instr, n)
	p.def, p.placed, p.first = make([]int32, n), make([]int32, n), make([]int32, n)
	for _, s := range p.slots {
		for _, i := range s.loads {
			p.slotOf[i.ID] = s
		}
		for _, i := range s.stores {
			p.slotOf[i.ID] = s
		}
	}
	for _, s := range p.slots {
		p.placePhis(s)
	}
	for _, b := range p.f.Blocks {
		if phis := p.newPhis[b.ID]; len(phis) > 0 {
			for _, phi := range phis {
				phi.Parent = b
			}
			b.Instrs = append(phis, b.Instrs...)
		}
	}
	p.rename()
	p.dropDead()
	for _, s := range p.slots {
		for _, c := range s.casts {
			edit.Kill(c)
		}
		edit.Kill(s.alloca)
	}
	edit.Compact(p.f)
}

// frontiers gives the dominance frontier of every block (Cooper, Harvey and Kennedy, A Simple,
// Fast Dominance Algorithm, 2001, figure 5): each join is walked up to from its predecessors,
// as far as no walk has been before.
func (p *promoter) frontiers() [][]*ir.Block {
	df := make([][]*ir.Block, len(p.f.Blocks))
	for _, b := range p.f.Blocks {
		if len(p.preds[b.ID]) < 2 {
			continue
		}
		for _, x := range p.preds[b.ID] {
			for x != nil && x != p.dt.Idom(b) {
				if l := df[x.ID]; len(l) > 0 && l[len(l)-1] == b {
					break
				}
				df[x.ID] = append(df[x.ID], b)
				x = p.dt.Idom(x)
			}
		}
	}
	return df
}

// placePhis makes the empty phis of one slot. Liveness is not computed: that takes a walk over
// the blocks in which the slot is live, which is quadratic where many slots live long.
// dropDead removes unused phis.
func (p *promoter) placePhis(s *slot) {
	if len(s.loads) == 0 {
		return
	}
	mark := int32(s.index) + 1
	for _, i := range s.stores {
		b := i.Parent.ID
		if p.def[b] != mark || i.ID < p.first[b] {
			p.def[b], p.first[b] = mark, i.ID
		}
	}
	if p.oneDef(s, mark) || !p.exposed(s, mark) {
		return
	}
	if p.df == nil {
		p.df = p.frontiers()
	}
	var work []*ir.Block
	for _, i := range s.stores {
		work = append(work, i.Parent)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range p.df[b.ID] {
			if p.placed[to.ID] == mark {
				continue
			}
			p.placed[to.ID] = mark
			phi := ir.NewInstr(ir.Phi, s.typ)
			phi.Name = edit.FreshName(p.f, s.alloca.Name)
			phi.ID = int32(len(p.slotOf))
			p.slotOf = append(p.slotOf, s)
			p.newPhis[to.ID] = append(p.newPhis[to.ID], phi)
			if p.def[to.ID] != mark {
				work = append(work, to)
			}
		}
	}
}

// exposed reports whether a load precedes every store of its block.
func (p *promoter) exposed(s *slot, mark int32) bool {
	for _, l := range s.loads {
		if b := l.Parent.ID; p.def[b] != mark || l.ID < p.first[b] {
			return true
		}
	}
	return false
}

// isNew reports whether i is a phi of placePhis.
func (p *promoter) isNew(i *ir.Instr) bool { return i.Op == ir.Phi && p.slotOf[i.ID] != nil }

// dropDead removes phis that only such phis use.
func (p *promoter) dropDead() {
	live := make([]bool, len(p.slotOf)) // by Instr.ID
	var work []*ir.Instr
	each := func(do func(phi *ir.Instr)) {
		for _, b := range p.f.Blocks {
			for _, phi := range p.newPhis[b.ID] {
				do(phi)
			}
		}
	}
	each(func(phi *ir.Instr) {
		for u := range ir.Uses(phi) {
			if !p.isNew(u.User) {
				live[phi.ID] = true
				work = append(work, phi)
				break
			}
		}
	})
	for len(work) > 0 {
		phi := work[len(work)-1]
		work = work[:len(work)-1]
		for k := range phi.NumArgs() {
			if i, ok := phi.Arg(k).(*ir.Instr); ok && p.isNew(i) && !live[i.ID] {
				live[i.ID] = true
				work = append(work, i)
			}
		}
	}
	each(func(phi *ir.Instr) {
		if !live[phi.ID] {
			edit.Kill(phi)
		}
	})
}

// oneDef reports whether every load is reached by the stores of one block only.
func (p *promoter) oneDef(s *slot, mark int32) bool {
	if len(s.stores) == 0 {
		return true // undef everywhere
	}
	d := s.stores[0].Parent
	for _, i := range s.stores {
		if i.Parent != d {
			return false
		}
	}
	for _, l := range s.loads {
		if l.Parent == d && l.ID < p.first[d.ID] || !p.dt.Dominates(d, l.Parent) {
			return false
		}
	}
	return true
}

// rename walks the dominator tree with the current value of every slot.
func (p *promoter) rename() {
	type undo struct {
		slot int
		old  ir.Value
	}
	cur := make([]ir.Value, len(p.slots))
	var log []undo
	set := func(s *slot, v ir.Value) {
		log = append(log, undo{s.index, cur[s.index]})
		cur[s.index] = v
	}
	get := func(s *slot) ir.Value {
		if v := cur[s.index]; v != nil {
			return v
		}
		return ir.Undef(s.typ)
	}
	visit := func(b *ir.Block) {
		for _, i := range b.Instrs {
			s := p.slotOf[i.ID]
			if s == nil {
				continue
			}
			switch i.Op {
			case ir.Phi:
				set(s, i)
			case ir.Load:
				edit.Replace(i, get(s))
			case ir.Store:
				set(s, i.Arg(0))
				edit.Kill(i)
			default: // a lifetime marker
				set(s, nil)
				edit.Kill(i)
			}
		}
		for _, to := range b.Succs() {
			for _, phi := range p.newPhis[to.ID] {
				phi.AddIncoming(get(p.slotOf[phi.ID]), b)
			}
		}
	}
	p.dt.Descend(func() int { return len(log) }, visit, func(size int) {
		for k := len(log) - 1; k >= size; k-- {
			cur[log[k].slot] = log[k].old
		}
		log = log[:size]
	})
}
