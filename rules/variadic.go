package rules

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// ReadsVariadic reports whether anything is read from the va_list of a function but by
// functions that are known to move no derivative.
func ReadsVariadic(f *ir.Function) bool {
	if f.Load() != nil {
		return true
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if g := i.CalledFunc(); g != nil && strings.HasPrefix(g.Name, "llvm.va_start") && listRead(listBase(i.Arg(0)), map[ir.Value]bool{}) {
				return true
			}
		}
	}
	return false
}

// listBase is the memory that a va_list's address leads to.
func listBase(v ir.Value) ir.Value {
	for {
		i, ok := v.(*ir.Instr)
		if !ok || i.Op != ir.GetElementPtr && i.Op != ir.BitCast {
			return v
		}
		v = i.Arg(0)
	}
}

// listRead reports whether anything is read at addresses made from v, the address of a
// va_list: here, in functions that get it, or from copies.
func listRead(v ir.Value, seen map[ir.Value]bool) bool {
	switch v.(type) {
	case *ir.Instr, *ir.Param:
	default:
		return true
	}
	if seen[v] {
		return false
	}
	seen[v] = true
	for u := range ir.Uses(v) {
		switch i := u.User; i.Op {
		case ir.GetElementPtr, ir.BitCast, ir.Phi, ir.Select:
			if listRead(i, seen) {
				return true
			}
		case ir.Store:
			if u.Index() != 0 || listKept(i.Arg(1), seen) {
				return true
			}
		case ir.Call, ir.Invoke:
			if listPassed(i, u.Index(), seen) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// listPassed is listRead for what a call gets as an argument.
func listPassed(i *ir.Instr, arg int, seen map[ir.Value]bool) bool {
	g := i.CalledFunc()
	switch {
	case g == nil || arg >= i.NumCallArgs():
		return true
	case strings.HasPrefix(g.Name, "llvm.va_copy"), strings.HasPrefix(g.Name, "llvm.memcpy."): // which va_copy is lowered to
		return arg == 1 && listRead(listBase(i.Arg(0)), seen)
	case g.IsDecl:
		k := KnownOf(g)
		return k == nil || k.Class != Inactive
	}
	return g.Load() != nil || arg >= len(g.Params) || listRead(g.Params[arg], seen)
}

// listKept is listRead for what stands in a slot of the stack, where code that was not
// optimised keeps what it gets.
func listKept(slot ir.Value, seen map[ir.Value]bool) bool {
	s, ok := slot.(*ir.Instr)
	if !ok || s.Op != ir.Alloca {
		return true
	}
	for u := range ir.Uses(s) {
		switch i := u.User; i.Op {
		case ir.Load:
			if listRead(i, seen) {
				return true
			}
		case ir.Store:
			if u.Index() == 0 {
				return true
			}
		default:
			if g := i.CalledFunc(); g == nil || !strings.HasPrefix(g.Name, "llvm.lifetime.") && !strings.HasPrefix(g.Name, "llvm.dbg.") {
				return true
			}
		}
	}
	return false
}
