package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// DeadSlots removes stack slots that are only written: all uses of the alloca, through casts
// and GEPs, are stores to it, memset, memcpy into it and lifetime markers; then those that
// were only copied into such slots. It reports whether it removed any.
func DeadSlots(f *ir.Function) bool {
	var work []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.Alloca {
				work = append(work, i)
			}
		}
	}
	changed := false
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		var users []*ir.Instr
		if i.Parent == nil || !onlyWritten(i, 0, &users) {
			continue
		}
		for _, u := range users {
			if edit.MemIntrinsic(u) != "" {
				if from := slotOf(u.Arg(1)); from != nil { // it has one reader less
					work = append(work, from)
				}
			}
			edit.Kill(u)
		}
		edit.Kill(i)
		changed = true
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// slotOf is the stack slot that an address points into, through casts and GEPs; nil if none is
// found.
func slotOf(v ir.Value) *ir.Instr {
	for {
		i, ok := v.(*ir.Instr)
		if !ok {
			return nil
		}
		switch i.Op {
		case ir.Alloca:
			return i
		case ir.BitCast, ir.GetElementPtr:
			v = i.Arg(0)
		default:
			return nil
		}
	}
}

// onlyWritten collects the users of an address, those of derived addresses before them; false
// where one loads from it or lets it escape.
func onlyWritten(addr *ir.Instr, depth int, users *[]*ir.Instr) bool {
	for u := range ir.Uses(addr) {
		i := u.User
		switch i.Op {
		case ir.Store:
			if u.Index() != 1 || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
				return false
			}
		case ir.GetElementPtr, ir.BitCast:
			if u.Index() != 0 || depth > 30 || !onlyWritten(i, depth+1, users) {
				return false
			}
		case ir.Call:
			if !ir.IsLifetime(i) && (edit.MemIntrinsic(i) == "" || u.Index() != 0 || !edit.IsFalse(i.Arg(3))) {
				return false
			}
		default:
			return false
		}
		*users = append(*users, i)
	}
	return true
}
