package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// AddressSlots turns loads and stores of an integer into loads and stores of a pointer where
// the same stack slot is accessed as a pointer too, as a union that aligns an address does.
// The pointer's provenance stays visible. It reports whether anything changed.
func AddressSlots(f *ir.Function) bool {
	seen := map[ir.Value]bool{}
	changed := false
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if i.Op != ir.Load || i.Typ != ir.I64 || i.NumArgs() == 0 {
				continue // without operands: it is gone
			}
			at := firstAddress(i.Arg(0))
			if at == nil || seen[at] {
				continue
			}
			seen[at] = true
			s := &addressSlot{own: map[ir.Value]bool{}}
			s.collect(at, 0)
			if s.typ == nil || !s.aligned() {
				continue
			}
			for _, w := range s.words {
				s.asAddress(w)
			}
			changed = true
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// firstAddress is the first pointer on the way to the address v; nil where v is a constant.
func firstAddress(v ir.Value) ir.Value {
	i, ok := v.(*ir.Instr)
	for ok && (i.Op == ir.BitCast || i.Op == ir.GetElementPtr) && canon.PreservesAddress(i) {
		v = i.Arg(0)
		i, ok = v.(*ir.Instr)
	}
	if _, param := v.(*ir.Param); !ok && !param {
		return nil
	}
	return v
}

// addressSlot is a stack slot that may be accessed as a pointer and as an integer.
type addressSlot struct {
	typ   *ir.Type          // of the address, where one is loaded or stored
	words []*ir.Instr       // loads and stores of it as an integer
	own   map[ir.Value]bool // those of them that are loads
}

// collect gathers the loads and stores through addr.
func (s *addressSlot) collect(addr ir.Value, depth int) {
	for u := range ir.Uses(addr) {
		i := u.User
		switch i.Op {
		case ir.Load, ir.Store:
			t := i.Typ
			if i.Op == ir.Store {
				t = i.Arg(0).Type()
				if u.Index() != 1 {
					continue
				}
			}
			switch {
			case i.Flags&(ir.Volatile|ir.Atomic) != 0:
			case t == ir.I64:
				s.words = append(s.words, i)
				s.own[i] = i.Op == ir.Load
			case t.IsPtr() && s.typ == nil:
				s.typ = t
			}
		case ir.BitCast, ir.GetElementPtr:
			if depth < 5 && i.Arg(0) == addr && canon.PreservesAddress(i) {
				s.collect(i, depth+1)
			}
		}
	}
}

// aligned reports whether every integer stored is computed from one loaded from the slot, by
// adding constants and masking.
func (s *addressSlot) aligned() bool {
	masked := false
	for _, i := range s.words {
		if i.Op != ir.Store {
			continue
		}
		v, ok := i.Arg(0).(*ir.Instr)
		for ok && !s.own[v] {
			if v.Op != ir.Add && v.Op != ir.Sub && v.Op != ir.And {
				return false
			}
			masked = masked || v.Op == ir.And
			v, ok = v.Arg(0).(*ir.Instr)
		}
		if !ok {
			return false
		}
	}
	return masked
}

// asAddress changes a load or store of an integer to one of a pointer.
func (s *addressSlot) asAddress(i *ir.Instr) {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	if i.Op == ir.Store {
		b.Store(b.Cast(ir.IntToPtr, i.Arg(0), s.typ), i.Arg(1), int(i.Align))
		edit.Kill(i)
		return
	}
	edit.Replace(i, b.Cast(ir.PtrToInt, b.Load(s.typ, i.Arg(0), int(i.Align)), ir.I64))
}
