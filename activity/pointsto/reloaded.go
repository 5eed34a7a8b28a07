package pointsto

import (
	"strings"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
)

// This file is about differences of addresses that are loaded twice from one variable, in parts of
// a function that were functions of their own: they are the same number, and what the program
// divides one by, exactly, divides the other.

// alike is what another difference is divided by that is the same number: from the same
// address to one that was loaded from the same variable, as the end of a vector is before it
// grows and again when it does.
func (n *numbers) alike(sub *ir.Instr) (size int64, by *ir.Block) {
	load := loaded(sub.Arg(0))
	if load == nil {
		return 0, nil
	}
	for u := range ir.Uses(sub.Arg(1)) {
		o := u.User
		if o == sub || o.Op != ir.Sub || u.Index() != 1 {
			continue
		}
		if k, at := divided(o); k > 1 {
			if other := loaded(o.Arg(0)); other != nil && readsAt(load) == readsAt(other) && (quietBetween(load, other) || quietBetween(other, load)) {
				size, by = memtypes.Gcd(size, k), at
			}
		}
	}
	return size, by
}

// loaded is the load of the address that a number is made of, nil where there is none.
func loaded(v ir.Value) *ir.Instr {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op != ir.PtrToInt && i.Op != ir.PtrToAddr {
		return nil
	}
	if i, ok = i.Arg(0).(*ir.Instr); !ok || i.Op != ir.Load || !quiet(i) {
		return nil
	}
	return i
}

// behind is the address of a variable: so many bytes behind another.
type behind struct {
	base ir.Value
	off  int64
}

// readsAt is where a load reads.
func readsAt(load *ir.Instr) behind {
	at := behind{base: load.Arg(0)}
	for {
		g, ok := at.base.(*ir.Instr)
		if !ok || g.Op != ir.GetElementPtr || g.Elem != ir.I8 {
			return at
		}
		k, ok := ConstIndex(g.Arg(1))
		if !ok {
			return at
		}
		at = behind{g.Arg(0), at.off + k}
	}
}

// maxQuiet bounds the blocks that quietBetween looks through.
const maxQuiet = 8

// quietBetween reports whether every way to an instruction comes from an earlier one, with nothing
// between them that writes memory.
func quietBetween(early, late *ir.Instr) bool {
	preds := late.Parent.Parent.Preds()
	b, end := late.Parent, late.Parent.Index(late)
	for range maxQuiet {
		for k := end - 1; k >= 0; k-- {
			if b.Instrs[k] == early {
				return true
			}
			if !quiet(b.Instrs[k]) {
				return false
			}
		}
		if len(preds[b.ID]) != 1 {
			return false
		}
		b = preds[b.ID][0]
		end = len(b.Instrs)
	}
	return false
}

// quiet reports whether an instruction writes no memory.
func quiet(i *ir.Instr) bool {
	switch i.Op {
	case ir.Store, ir.AtomicRMW, ir.CmpXchg, ir.Fence, ir.VAArg:
		return false
	case ir.Load:
		return i.Flags&(ir.Atomic|ir.Volatile) == 0
	}
	fn := i.CalledFunc()
	return !i.IsCall() || fn != nil && strings.HasPrefix(fn.Name, "llvm.") && Classify(i, false).Kind == ToInactive
}
