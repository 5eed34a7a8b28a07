package pointsto

import "github.com/llad-ad/llad/ir"

// leadsToNoData reports whether the module shows that a variable holds nothing but
// addresses of code or of the C library's streams: it calls what it loads from there,
// or hands it to output as the stream, and reads and writes nothing at such an address.
// Handlers of errors, and where they write to, are such. Code that is not known may
// exchange them, but puts no floats there. A call of what one holds needs its derivative
// all the same (see calledFrom).
func (m *Module) leadsToNoData(g *ir.Global) bool {
	if stream(g) {
		return true
	}
	if !g.ValueType.IsPtr() {
		return false
	}
	known, asked := m.noData[g]
	if !asked {
		if m.noData == nil {
			m.noData = map[*ir.Global]bool{}
		}
		users, ok := m.IR.Mentioning(g)
		known = ok && showsNoData(g, users)
		m.noData[g] = known
	}
	return known
}

// showsNoData is leadsToNoData for the functions that mention the variable.
func showsNoData(g *ir.Global, users []*ir.Function) bool {
	shown := false
	for _, f := range users {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if i.Op != ir.Load || !i.Typ.IsPtr() || ir.StripConstCasts(i.Arg(0)) != ir.Value(g) {
					continue
				}
				if looksBehind(i, &shown, 4) {
					return false
				}
			}
		}
	}
	return shown
}

// calledFrom reports whether a call calls what a variable holds.
func calledFrom(i *ir.Instr, g *ir.Global) bool {
	at, ok := i.Callee().(*ir.Instr)
	return ok && at.Op == ir.Load && ir.StripConstCasts(at.Arg(0)) == ir.Value(g)
}

// looksBehind reports whether something reads or writes at an address, or computes with it.
// Calls of it, and calls that take it for a stream, set shown.
func looksBehind(v *ir.Instr, shown *bool, depth int) bool {
	if depth == 0 {
		return true
	}
	for u := range ir.Uses(v) {
		i := u.User
		switch {
		case i.IsCall():
			*shown = *shown || u.Index() == i.NumCallArgs() || takesStream(i, u.Index())
		case i.Op == ir.Load, i.Op == ir.GetElementPtr, i.Op == ir.PtrToInt, i.Op == ir.Store && u.Index() == 1,
			i.Op == ir.AtomicRMW, i.Op == ir.CmpXchg:
			return true
		case i.Op == ir.BitCast, i.Op == ir.Phi, i.Op == ir.Select:
			if looksBehind(i, shown, depth-1) {
				return true
			}
		}
	}
	return false
}

// streamArgs are functions of the C library that write to a stream, and which argument
// that is.
var streamArgs = map[string]int{"fprintf": 0, "vfprintf": 0, "fflush": 0, "fputs": 1, "fputc": 1, "putc": 1, "fwrite": 3}

func takesStream(i *ir.Instr, arg int) bool {
	f := i.CalledFunc()
	if f == nil {
		return false
	}
	k, ok := streamArgs[f.Name]
	return ok && k == arg
}
