package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// HalfSlots turns the accesses of a stack slot where a double or a half of it is accessed as an integer, into loads
// and stores of an integer of 64 bits, and masks and shifts. Unions and pointers to integers take floats apart
// and put them together so in code that is not optimised; the slot can then be promoted. A union that holds a double or
// an integer stays. It reports whether anything changed.
func HalfSlots(f *ir.Function) bool {
	if f.Module.Layout.BigEndian() {
		return false
	}
	changed := false
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if i.Op != ir.Alloca {
				continue
			}
			if s := halvedSlot(f.Module.Layout, i); s != nil && s.mixes(f) {
				s.widen()
				changed = true
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// halved is a slot of 8 bytes, its loads and stores, and where in it those of halves begin.
type halved struct {
	slot     *ir.Instr
	accesses []*ir.Instr
	at       map[*ir.Instr]int64 // bytes into the slot; of a copy, which operand is the slot

	float, other bool // a double is accessed, an integer is
}

// halvedSlot is the slot i with its accesses; nil where it is not one of those that HalfSlots changes.
func halvedSlot(l *ir.Layout, i *ir.Instr) *halved {
	n, known := ir.IntValue(i.Arg(0))
	if !known || n != 1 || l.StoreSize(i.Elem) != 8 {
		return nil
	}
	s := &halved{slot: i, at: map[*ir.Instr]int64{}}
	if !s.collect(l, i, 0, maxAddressSteps) || !s.float || !s.other {
		return nil
	}
	return s
}

// maxAddressSteps bounds the casts and members between a slot and an access.
const maxAddressSteps = 6

// collect gathers the accesses at an address off bytes into the slot; false where there are others.
func (s *halved) collect(l *ir.Layout, addr ir.Value, off int64, depth int) bool {
	for u := range ir.Uses(addr) {
		i := u.User
		switch {
		case i.Op == ir.Load || i.Op == ir.Store && u.Index() == 1:
			t := i.Typ
			if i.Op == ir.Store {
				t = i.Arg(0).Type()
			}
			whole := off == 0 && (t == ir.Double || t == ir.I64)
			if i.Flags&(ir.Volatile|ir.Atomic) != 0 || !whole && (t != ir.I32 || off != 0 && off != 4) {
				return false
			}
			s.float = s.float || t == ir.Double
			s.other = s.other || t != ir.Double
			s.at[i] = off
			s.accesses = append(s.accesses, i)
		case i.Op == ir.BitCast && i.Typ.IsPtr(), i.Op == ir.GetElementPtr && u.Index() == 0 && i.Typ.IsPtr():
			step, ok := int64(0), depth > 0
			if i.Op == ir.GetElementPtr && ok {
				step, ok = edit.ConstOffset(l, i)
			}
			if !ok || !s.collect(l, i, off+step, depth-1) {
				return false
			}
		case s.copied(i, u.Index(), off):
			s.at[i] = int64(u.Index())
			s.float = s.float || isFloatSlot(i.Arg(1-u.Index()))
			s.accesses = append(s.accesses, i)
		case i.Op == ir.Call && ir.IsLifetime(i):
		default:
			return false
		}
	}
	return true
}

// copied reports whether i copies a slot of 8 bytes whole, which is operand arg.
func (s *halved) copied(i *ir.Instr, arg int, off int64) bool {
	if i.Op != ir.Call || off != 0 || arg > 1 {
		return false
	}
	kind := edit.MemIntrinsic(i)
	if kind != "memcpy" && kind != "memmove" || i.CallArgs()[0] == i.CallArgs()[1] || !edit.IsFalse(i.CallArgs()[3]) {
		return false
	}
	n, ok := ir.IntValue(i.CallArgs()[2])
	return ok && n == 8 && i.CallArgs()[arg] == i.Arg(arg)
}

// isFloatSlot reports whether an address is that of a stack slot for one double.
func isFloatSlot(addr ir.Value) bool {
	for {
		i, ok := addr.(*ir.Instr)
		if !ok || i.Op != ir.BitCast {
			return ok && i.Op == ir.Alloca && i.Elem == ir.Double
		}
		addr = i.Arg(0)
	}
}

// What a slot holds at some point.
type slotContent int

const (
	unvisited slotContent = iota
	neverStored
	halves // integers of 32 bits
	wholeWord
	unknownContent // a copy of other memory, or one thing or another
)

// joinedContent is what a slot holds that holds one or the other: what was never stored is not read.
func joinedContent(a, b slotContent) slotContent {
	if a > b {
		a, b = b, a
	}
	if a != b && a > neverStored {
		return unknownContent
	}
	return b
}

// mixes reports whether a half of a double is accessed as an integer, or halves as a double, and everywhere known which
// of them the slot holds.
func (s *halved) mixes(f *ir.Function) bool {
	order := ir.RPO(f)
	at := make([]slotContent, len(f.Blocks))
	at[order[0].ID] = neverStored
	mixed, known := false, true
	for changed := true; changed; {
		changed, mixed, known = false, false, true
		for _, b := range order {
			now := at[b.ID]
			for _, i := range b.Instrs {
				if _, ok := s.at[i]; !ok {
					continue
				}
				next, float, half := s.step(i, now)
				taken := half || i.Op == ir.Load && i.Typ == ir.I64
				mixed = mixed || taken && now == wholeWord || float && now == halves
				known = known && !((half || float) && now == unknownContent)
				now = next
			}
			for _, t := range b.Succs() {
				if next := joinedContent(at[t.ID], now); next != at[t.ID] {
					at[t.ID], changed = next, true
				}
			}
		}
	}
	return mixed && known
}

// step is what the slot holds after access i, and whether i accesses a double and a half; before it holds now.
func (s *halved) step(i *ir.Instr, now slotContent) (next slotContent, float, half bool) {
	switch {
	case i.Op == ir.Call && s.at[i] == 1:
		return now, isFloatSlot(i.CallArgs()[0]), false
	case i.Op == ir.Call && (isFloatSlot(i.CallArgs()[1]) || isFloatConstant(i.CallArgs()[1])):
		return wholeWord, false, false
	case i.Op == ir.Call:
		return unknownContent, false, false
	case i.Op == ir.Load:
		return now, i.Typ == ir.Double, i.Typ == ir.I32
	case i.Arg(0).Type() == ir.Double:
		return wholeWord, false, false
	case i.Arg(0).Type() == ir.I64: // a parameter that is a union, or new bits of a float
		if now != wholeWord {
			now = unknownContent
		}
		return now, false, false
	case now == neverStored:
		return halves, false, true
	}
	return now, false, true
}

// isFloatConstant reports whether an address is that of a constant that begins with a double.
func isFloatConstant(addr ir.Value) bool {
	g, ok := ir.StripConstCasts(addr).(*ir.Global)
	if !ok || !g.IsConst() {
		return false
	}
	t := g.ValueType
	for t.IsAggregate() {
		switch {
		case t.Kind == ir.ArrayKind:
			t = t.Elem
		case len(t.Fields) > 0:
			t = t.Fields[0]
		default:
			return false
		}
	}
	return t == ir.Double
}

// widen rewrites the accesses, to those of a new slot. What was never stored is zero.
func (s *halved) widen() {
	align := max(int(s.slot.Align), 1)
	b := ir.NewBuilder(s.slot.Parent)
	b.After(s.slot)
	word := b.Alloca(ir.I64, nil, align)
	b.Store(ir.NewInt(ir.I64, 0), word, align)
	for _, i := range s.accesses {
		b.Before(i)
		blk := i.Parent
		first := blk.Index(i)
		by := ir.NewInt(ir.I64, 8*s.at[i])
		half := func(v ir.Value) ir.Value { return b.Insert(ir.NewInstr(ir.LShr, ir.I64, v, by)) }
		switch {
		case i.Op == ir.Call:
			other := i.CallArgs()[1-s.at[i]]
			there := b.Cast(ir.BitCast, other, s.slot.Parent.Parent.Module.PtrTo(ir.Double))
			n := int(edit.ArgAlign(i, int(1-s.at[i])))
			if s.at[i] == 0 {
				b.Store(b.Cast(ir.BitCast, b.Load(ir.Double, there, n), ir.I64), word, align)
			} else {
				b.Store(b.Cast(ir.BitCast, b.Load(ir.I64, word, align), ir.Double), there, n)
			}
			edit.Kill(i)
		case i.Op == ir.Load && i.Typ == ir.I32:
			edit.Replace(i, b.Cast(ir.Trunc, half(b.Load(ir.I64, word, align)), ir.I32))
		case i.Op == ir.Load:
			edit.Replace(i, b.Cast(ir.BitCast, b.Load(ir.I64, word, align), i.Typ))
		case i.Arg(0).Type() == ir.I32:
			other := int64(-1) << 32
			if s.at[i] == 4 {
				other = 1<<32 - 1
			}
			kept := b.Binary(ir.And, b.Load(ir.I64, word, align), ir.NewInt(ir.I64, other))
			v := b.Insert(ir.NewInstr(ir.Shl, ir.I64, b.Cast(ir.ZExt, i.Arg(0), ir.I64), by))
			b.Store(b.Binary(ir.Or, kept, v), word, align)
			edit.Kill(i)
		default:
			b.Store(b.Cast(ir.BitCast, i.Arg(0), ir.I64), word, align)
			edit.Kill(i)
		}
		standFor(i, blk.Instrs[first:])
	}
}

// standFor gives the instructions before i, which stand for it, its place in the source.
func standFor(i *ir.Instr, list []*ir.Instr) {
	for _, j := range list {
		if j == i {
			return
		}
		j.Line, j.Meta = i.Line, edit.DebugLoc(i)
	}
}
