package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// MovedPairs scalarizes vectors of doubles, in Rust, that are only loaded, merged and stored,
// where a lane is converted to an address: optimised code moves as a vector two words of an
// enum of which one variant has floats and another an address, in loops too. The lanes are
// then moved as other words are. It reports whether anything changed.
func MovedPairs(f *ir.Function) bool {
	if !f.Module.FromRust() {
		return false
	}
	changed := false
	seen := map[*ir.Instr]bool{}
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if i.Parent == nil || seen[i] || i.Op != ir.Phi && i.Op != ir.Select || !isPair(i.Typ) {
				continue
			}
			m := &movedPair{typ: i.Typ, lanes: map[*ir.Instr][]ir.Value{}}
			moves := m.gather(i)
			for _, j := range m.list {
				seen[j] = true
			}
			if moves && m.leads() {
				m.split()
				changed = true
			}
		}
	}
	return changed
}

// isPair reports whether a type is a short vector of doubles.
func isPair(t *ir.Type) bool {
	return t.Kind == ir.VectorKind && !t.Scalable && t.Elem == ir.Double && t.Len >= 2 && t.Len <= 4
}

// movedPair is a vector that is moved: the loads, phis and selects that may be the same
// vector.
type movedPair struct {
	typ    *ir.Type
	list   []*ir.Instr
	stores []*ir.Instr
	casts  []*ir.Instr // to vectors of integers
	taken  []*ir.Instr // lanes that are taken out, of these too
	lanes  map[*ir.Instr][]ir.Value
}

// gather collects the vector that i is; false where it has a use that is no move.
func (m *movedPair) gather(i *ir.Instr) bool {
	known := map[*ir.Instr]bool{i: true}
	m.list = []*ir.Instr{i}
	moves := true
	add := func(v ir.Value) {
		switch x, ok := v.(*ir.Instr); {
		case !ok:
			moves = moves && edit.ConstLanes(v) != nil
		case x.Op != ir.Load && x.Op != ir.Phi && x.Op != ir.Select || x.Flags&(ir.Volatile|ir.Atomic) != 0:
			moves = false
		case !known[x]:
			known[x] = true
			m.list = append(m.list, x)
		}
	}
	for k := 0; k < len(m.list); k++ {
		if k == maxMoved {
			return false
		}
		x := m.list[k]
		switch x.Op {
		case ir.Phi:
			for _, a := range x.Args() {
				add(a)
			}
		case ir.Select:
			moves = moves && x.Arg(0).Type() == ir.I1
			add(x.Arg(1))
			add(x.Arg(2))
		}
		for u := range ir.Uses(x) {
			switch y := u.User; {
			case y.Op == ir.Phi, y.Op == ir.Select && u.Index() > 0:
				add(y)
			case y.Op == ir.Store && u.Index() == 0 && y.Flags&(ir.Volatile|ir.Atomic) == 0:
				m.stores = append(m.stores, y)
			case y.Op == ir.ExtractElement:
				moves = moves && m.takes(y)
			case y.Op == ir.BitCast && y.Typ.Kind == ir.VectorKind && y.Typ.Elem == ir.I64:
				m.casts = append(m.casts, y)
				for w := range ir.Uses(y) {
					moves = moves && w.User.Op == ir.ExtractElement && m.takes(w.User)
				}
			default:
				moves = false
			}
		}
	}
	return moves
}

// takes records that x extracts a lane; false where it is not known which.
func (m *movedPair) takes(x *ir.Instr) bool {
	m.taken = append(m.taken, x)
	n, ok := ir.IntValue(x.Arg(1))
	return ok && n >= 0 && n < m.typ.Len
}

// leads reports whether a lane is converted to an address.
func (m *movedPair) leads() bool {
	for _, x := range m.taken {
		if madeAddress(x) {
			return true
		}
	}
	return false
}

// split replaces each load, phi and select by one for each lane.
func (m *movedPair) split() {
	n := int(m.typ.Len)
	b := ir.NewBuilder(m.list[0].Parent)
	for _, i := range m.list {
		b.Before(i)
		for k := range n {
			switch i.Op {
			case ir.Load:
				ld := b.Load(ir.Double, m.place(b, i.Arg(0), k), memberAlign(i, m.typ, k))
				ld.Meta = i.Meta
				m.lanes[i] = append(m.lanes[i], ld)
			case ir.Phi:
				m.lanes[i] = append(m.lanes[i], b.Phi(ir.Double))
			}
		}
	}
	for _, i := range m.list {
		if i.Op == ir.Phi {
			for k := range n {
				phi := m.lanes[i][k].(*ir.Instr)
				for at, from := range i.Blocks {
					phi.AddIncoming(m.lane(b, i.Arg(at), k), from)
				}
			}
		}
	}
	for _, s := range m.stores {
		b.Before(s)
		for k := range n {
			v := m.lane(b, s.Arg(0), k)
			b.Before(s)
			st := b.Store(v, m.place(b, s.Arg(1), k), memberAlign(s, m.typ, k))
			st.Meta = s.Meta
		}
		s.Erase()
	}
	for _, x := range m.taken {
		k, _ := ir.IntValue(x.Arg(1))
		of := x.Arg(0)
		if c, ok := of.(*ir.Instr); ok && c.Op == ir.BitCast {
			of = c.Arg(0)
		}
		v := m.lane(b, of, int(k))
		b.Before(x)
		ir.ReplaceAllUses(x, b.Cast(ir.BitCast, v, x.Typ))
		x.Erase()
	}
	for _, i := range append(m.casts, m.list...) {
		i.DropArgs()
	}
	for _, i := range append(m.casts, m.list...) {
		i.Erase()
	}
}

func (m *movedPair) place(b *ir.Builder, p ir.Value, k int) ir.Value {
	return b.GEP(m.typ, p, ir.NewInt(ir.I32, 0), ir.NewInt(ir.I32, int64(k)))
}

// lane is a lane of a moved vector; those of selects are emitted when first needed.
func (m *movedPair) lane(b *ir.Builder, v ir.Value, k int) ir.Value {
	i, ok := v.(*ir.Instr)
	if !ok {
		return edit.ConstLanes(v)[k]
	}
	if m.lanes[i] == nil {
		made := make([]ir.Value, m.typ.Len)
		for n := range made {
			x, y := m.lane(b, i.Arg(1), n), m.lane(b, i.Arg(2), n)
			b.Before(i)
			made[n] = b.Select(i.Arg(0), x, y)
		}
		m.lanes[i] = made
	}
	return m.lanes[i][k]
}
