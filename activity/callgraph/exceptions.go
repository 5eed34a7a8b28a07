package callgraph

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// ExceptionsUnread reports whether no code that the function of the request may
// reach looks at an exception that it has caught: what exceptions hold does not matter
// then, wherever they are thrown.
func (g *Graph) ExceptionsUnread() bool {
	if g.unread == 0 {
		g.unread = readExceptions
		if g.root != nil && !readsCaught(g.root) {
			g.unread = unreadExceptions
		}
	}
	return g.unread == unreadExceptions
}

// What is known of whether exceptions are looked at.
const (
	readExceptions uint8 = iota + 1
	unreadExceptions
)

// readsCaught reports whether f, or what can be reached from there by calls and by
// addresses, uses an exception that it has caught, or may throw it once more elsewhere.
func readsCaught(f *ir.Function) bool {
	throwsAgain := func(v *ir.Function) bool {
		return strings.HasPrefix(v.Name, "_ZSt17rethrow_exception") || strings.Contains(v.Name, "nested_exception")
	}
	return reaches(f, throwsAgain, func(v *ir.Function, i *ir.Instr) bool {
		fn := i.CalledFunc()
		return fn != nil && (fn.Name == "__cxa_begin_catch" || fn.Name == "__cxa_get_exception_ptr") && !unused(i, catchesLibrary(v), 0)
	})
}

// reaches reports whether there is a function or an instruction that is looked for in what can be reached from f by
// calls and by addresses. It says yes where something cannot be read.
func reaches(f *ir.Function, function func(*ir.Function) bool, instr func(*ir.Function, *ir.Instr) bool) bool {
	seen := map[ir.Value]bool{f: true}
	work := []ir.Value{f}
	reach := func(v ir.Value) {
		if c, ok := v.(*ir.Const); ok && c.Kind != ir.ConstExpr && !c.Typ.HasPtr() {
			return
		}
		if ir.IsConstant(v) && !seen[v] {
			seen[v] = true
			work = append(work, v)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		switch v := v.(type) {
		case *ir.Const:
			for _, el := range v.Elems {
				reach(el)
			}
		case *ir.Global:
			if v.LoadInit() != nil {
				return true
			}
			if v.Init != nil {
				reach(v.Init)
			}
		case *ir.Function:
			if function(v) {
				return true
			}
			if v.IsDecl {
				continue
			}
			if v.Load() != nil {
				return true
			}
			for _, b := range v.Blocks {
				for _, i := range b.Instrs {
					if instr(v, i) {
						return true
					}
					for k := range i.NumArgs() {
						reach(i.Arg(k))
					}
				}
			}
		}
	}
	return false
}

// catchesLibrary reports whether all that a function catches by type are exceptions of
// the standard library: their virtual functions give text.
func catchesLibrary(f *ir.Function) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.LandingPad {
				continue
			}
			for _, c := range i.Args() {
				g, ok := ir.StripConstCasts(c).(*ir.Global)
				if !ir.IsZero(c) && (!ok || !strings.HasPrefix(g.Name, "_ZTISt")) {
					return false
				}
			}
		}
	}
	return true
}

// maxUses bounds how far uses of an exception's address are followed.
const maxUses = 8

// unused reports whether no floats are read through the address of a caught exception.
// library says that virtual functions that are called on it read none that matter.
func unused(v ir.Value, library bool, depth int) bool {
	for u := range ir.Uses(v) {
		i := u.User
		switch i.Op {
		case ir.ICmp:
		case ir.GetElementPtr, ir.BitCast, ir.Phi, ir.Select:
			if depth == maxUses || !unused(i, library, depth+1) {
				return false
			}
		case ir.Store:
			slot, ok := i.Arg(1).(*ir.Instr)
			if i.Arg(0) != v || !ok || slot.Op != ir.Alloca || depth == maxUses {
				return false
			}
			for o := range ir.Uses(slot) {
				if at := o.User; at.Op == ir.Load && !unused(at, library, depth+1) || at.Op != ir.Load && (at.Op != ir.Store || o.Index() != 1) {
					return false
				}
			}
		case ir.Load:
			if !number(i) && (!library || !i.Typ.IsPtr() || !onlyCalled(i)) {
				return false
			}
		case ir.Call, ir.Invoke:
			if i.CalledFunc() != nil || !library {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// number reports whether what is loaded is only used as an integer.
func number(i *ir.Instr) bool {
	if !i.Typ.IsInt() {
		return false
	}
	for u := range ir.Uses(i) {
		switch u.User.Op {
		case ir.ICmp, ir.Switch, ir.SIToFP, ir.UIToFP, ir.Add, ir.Sub, ir.Mul:
		default:
			return false
		}
	}
	return true
}

// onlyCalled reports whether a virtual table is only used to call functions of it.
func onlyCalled(table ir.Value) bool {
	for u := range ir.Uses(table) {
		i := u.User
		switch {
		case i.Op == ir.GetElementPtr || i.Op == ir.BitCast || i.Op == ir.Load:
			if !onlyCalled(i) {
				return false
			}
		case i.IsCall() && i.Callee() == table:
		default:
			return false
		}
	}
	return true
}

// NeverBack reports whether control does not come back from a call of a function of which nothing else is known: by
// its return, as the attribute says, nor by an exception that is caught in code of the request. What it does with
// what it is handed is then of no account.
func (g *Graph) NeverBack(i *ir.Instr, fn *ir.Function) bool {
	has := func(attr string) bool { return i.HasAttr(attr) || fn.HasAttr(attr) }
	return has("noreturn") && (has("nounwind") || g.nothingCaught())
}

// nothingCaught reports whether no code that the function of the request may reach catches exceptions, cleanups on
// their way out aside.
func (g *Graph) nothingCaught() bool {
	if g.caught == nil {
		caught := g.root == nil || reaches(g.root, func(*ir.Function) bool { return false }, func(_ *ir.Function, i *ir.Instr) bool {
			return i.Op == ir.LandingPad && i.NumArgs() > 0 || i.Op == ir.CatchSwitch || i.Op == ir.CatchPad
		})
		g.caught = &caught
	}
	return !*g.caught
}
