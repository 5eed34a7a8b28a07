package pass

import "github.com/llad-ad/llad/ir"

// DeadSlots removes stack slots that are only written: allocas all of whose
// uses, through casts and GEPs, are stores to them, memset, memcpy into them and
// lifetime markers. It reports whether it removed any.
func DeadSlots(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Alloca || i.Parent == nil {
				continue
			}
			var users []*ir.Instr
			if !onlyWritten(i, 0, &users) {
				continue
			}
			for _, u := range users {
				if u.Parent != nil { // a memcpy could be listed twice
					kill(u)
				}
			}
			kill(i)
			changed = true
		}
	}
	if changed {
		compact(f)
	}
	return changed
}

// onlyWritten lists the users of an address, those of derived addresses before
// these, or reports that one of them reads it or lets it escape.
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
			if !isLifetime(i) && (memIntrinsic(i) == "" || u.Index() != 0 || !isFalse(i.Arg(3))) {
				return false
			}
		default:
			return false
		}
		*users = append(*users, i)
	}
	return true
}
