package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// A shadow that serves all iterations moves when an iteration wants more than
// those before it, so that no address in it is kept for the reverse sweep: where
// it begins is known there, and the others are computed of that.

// noKeep is the price of what must not be kept.
const noKeep = 1 << 50

// beginning gives what allocates the shadow that serves all iterations and
// begins at v, if v is that or leads nowhere.
func (mem *memory) beginning(v ir.Value) *ir.Instr {
	if len(mem.ins.blocks.rooms) == 0 || !v.Type().IsPtr() {
		return nil
	}
	begins := func(v ir.Value) bool {
		i, ok := v.(*ir.Instr)
		return ok && mem.ins.blocks.rooms[i] != nil
	}
	return sameBlock(v, begins)
}

// inRoom reports whether v is an address in a shadow that serves all iterations.
func (mem *memory) inRoom(v ir.Value, seen map[*ir.Instr]bool) bool {
	i, ok := v.(*ir.Instr)
	if len(mem.ins.blocks.rooms) == 0 || !ok || !i.Typ.IsPtr() || seen[i] {
		return false
	}
	if mem.ins.blocks.rooms[i] != nil {
		return true
	}
	seen[i] = true
	switch i.Op {
	case ir.GetElementPtr, ir.BitCast:
		return mem.inRoom(i.Arg(0), seen)
	case ir.Phi, ir.Select:
		for k := range i.NumArgs() {
			if mem.inRoom(i.Arg(k), seen) {
				return true
			}
		}
	}
	return false
}

// sameBlock gives the one value for which begins holds that the pointer v is if
// it leads anywhere; nil if there is none, or it may be another address.
func sameBlock(v ir.Value, begins func(ir.Value) bool) *ir.Instr {
	var found *ir.Instr
	seen := map[*ir.Instr]bool{}
	var only func(v ir.Value) bool
	only = func(v ir.Value) bool {
		i, ok := v.(*ir.Instr)
		switch {
		case analysis.LeadsNowhere(v):
			return true
		case !ok:
			return false
		case begins(i):
			same := found == nil || found == i
			found = i
			return same
		case seen[i]:
			return true
		}
		seen[i] = true
		args := i.Args()
		switch i.Op {
		case ir.BitCast, ir.Phi:
		case ir.Select:
			args = args[1:]
		default:
			return false
		}
		for _, a := range args {
			if !only(a) {
				return false
			}
		}
		return true
	}
	if !only(v) {
		return nil
	}
	return found
}
