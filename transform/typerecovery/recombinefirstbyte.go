package typerecovery

import (
	"fmt"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// RecombineFirstByte recombines a struct whose first byte is moved in a register and whose
// other bytes are moved through a stack slot, where both come from one place and go to the
// same places. Compilers split so the copy that std::vector makes of an inserted element,
// whose constructor clears the first byte; the number at offset 0 would be split into bytes.
// It reports whether anything changed.
func RecombineFirstByte(f *ir.Function) bool {
	changed := false
	entry := f.Blocks[0]
	for _, a := range append([]*ir.Instr(nil), entry.Instrs...) {
		if a.Op != ir.Alloca || a.Elem.Kind != ir.ArrayKind || a.Elem.Elem != ir.I8 || a.Elem.Len%8 != 7 || !isOne(a.Arg(0)) {
			continue
		}
		if s, ok := splitStruct(a); ok {
			s.join(f)
			changed = true
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

func isOne(v ir.Value) bool {
	n, ok := ir.IntValue(v)
	return ok && n == 1
}

// firstByteSplit is a stack slot that holds a struct without its first byte.
type firstByteSplit struct {
	local   *ir.Instr
	byte    *ir.Instr   // the load of the first byte
	choice  *ir.Instr   // a phi of that and other bytes, which is stored then; or nil
	in      *ir.Instr   // the copy to the local
	stores  []*ir.Instr // of the byte, each in front of
	outs    []*ir.Instr // a copy from the local
	markers []*ir.Instr // of the local's lifetime, and casts of it
}

func splitStruct(a *ir.Instr) (*firstByteSplit, bool) {
	s := &firstByteSplit{local: a}
	if !s.uses(a) || s.in == nil || len(s.outs) == 0 {
		return nil, false
	}
	s.byte = adjacentByte(s.in, s.in.Arg(1), ir.Load)
	if s.byte == nil {
		return nil, false
	}
	for _, o := range s.outs {
		st := adjacentByte(o, o.Arg(0), ir.Store)
		if st == nil || len(s.stores) > 0 && st.Arg(0) != s.stores[0].Arg(0) || st.Arg(0) != ir.Value(s.byte) && !s.chooses(st.Arg(0)) {
			return nil, false
		}
		s.stores = append(s.stores, st)
	}
	return s, true
}

// chooses reports whether v is a phi of the first byte, along the path from the copy to the
// slot, and other bytes.
func (s *firstByteSplit) chooses(v ir.Value) bool {
	phi, ok := v.(*ir.Instr)
	from := s.in.Parent
	if !ok || phi.Op != ir.Phi || phi.Incoming(from) != ir.Value(s.byte) || len(from.Succs()) != 1 {
		return false
	}
	for k, pred := range phi.Blocks {
		if t := pred.Term(); pred != from && (phi.Arg(k) == ir.Value(t) || t.Op != ir.Br && t.Op != ir.Switch && t.Op != ir.Invoke) {
			return false
		}
	}
	s.choice = phi
	return true
}

// uses classifies the uses of the slot's address p; false where there is any but copies of all
// of it, exactly one of them into it.
func (s *firstByteSplit) uses(p *ir.Instr) bool {
	for u := range ir.Uses(p) {
		i := u.User
		kind := edit.MemIntrinsic(i)
		switch {
		case (i.Op == ir.BitCast || i.Op == ir.GetElementPtr) && i.Typ.IsPtr():
			if d, ok := analysis.Distance(i.Parent.Parent.Module.Layout, p, i); !ok || d != 0 || !s.uses(i) {
				return false
			}
			s.markers = append(s.markers, i)
		case ir.IsLifetime(i):
			s.markers = append(s.markers, i)
		case i.Op != ir.Call || kind != "memcpy" && kind != "memmove" || !edit.IsFalse(i.Arg(3)) || u.Index() > 1:
			return false
		default:
			if n, ok := ir.IntValue(i.Arg(2)); !ok || n != s.local.Elem.Len {
				return false
			}
			if u.Index() == 1 {
				s.outs = append(s.outs, i)
			} else if s.in == nil {
				s.in = i
			} else {
				return false
			}
		}
	}
	return true
}

// adjacentByte is the load or store of the byte before the range that a copy reads or writes, if
// nothing in between may write memory.
func adjacentByte(c *ir.Instr, p ir.Value, op ir.Op) *ir.Instr {
	f := c.Parent.Parent
	var last *ir.Instr
	for _, i := range c.Parent.Instrs {
		switch {
		case i == c:
			return last
		case i.Parent == nil: // taken out with another struct
		case i.Op == op && i.Flags&(ir.Volatile|ir.Atomic) == 0:
			v, at := ir.Value(i), i.Arg(0)
			if op == ir.Store {
				v, at = i.Arg(0), i.Arg(1)
			}
			if d, ok := analysis.Distance(f.Module.Layout, at, p); ok && d == 1 && v.Type() == ir.I8 {
				last = i
			} else if op == ir.Store {
				last = nil
			}
		case i.Op == ir.Load && op == ir.Load, ir.IsLifetime(i):
		case i.IsCall(), i.Op == ir.Load, i.Op == ir.Store, i.Op == ir.AtomicRMW, i.Op == ir.CmpXchg, i.Op == ir.Fence:
			last = nil
		}
	}
	return nil
}

func (s *firstByteSplit) join(f *ir.Function) {
	b := ir.NewBuilder(s.local.Parent)
	b.Before(s.local)
	n := s.local.Elem.Len + 1
	whole := b.Alloca(f.Module.Types.Array(ir.I8, n), ir.NewInt(ir.I32, 1), 8)
	copyAll := func(at *ir.Instr, dst, src ir.Value, toAlign, fromAlign int64) {
		b := ir.NewBuilder(at.Parent)
		b.Before(at)
		c := b.MemCpy(dst, src, ir.NewInt(ir.I64, n))
		c.Extra().ArgAttrs = []string{fmt.Sprint("align ", max(toAlign, 1)), fmt.Sprint("align ", max(fromAlign, 1)), "", ""}
		edit.Kill(at)
	}
	for k, o := range s.outs {
		copyAll(o, s.stores[k].Arg(1), whole, int64(s.stores[k].Align), 8)
		edit.Kill(s.stores[k])
	}
	from := s.in.Parent
	copyAll(s.in, whole, s.byte.Arg(0), 8, int64(s.byte.Align))
	if s.choice != nil {
		stored := map[*ir.Block]bool{from: true}
		for k, pred := range s.choice.Blocks {
			if !stored[pred] {
				stored[pred] = true
				b := ir.NewBuilder(pred)
				b.Before(pred.Term())
				b.Store(s.choice.Arg(k), b.Cast(ir.BitCast, whole, f.Module.PtrTo(ir.I8)), 8)
			}
		}
	}
	for k := len(s.markers) - 1; k >= 0; k-- {
		if ir.IsLifetime(s.markers[k]) {
			edit.Kill(s.markers[k])
		}
	}
	for _, m := range s.markers {
		if m.Parent != nil && !ir.HasUses(m) {
			edit.Kill(m)
		}
	}
	if !ir.HasUses(s.local) {
		edit.Kill(s.local)
	}
}
