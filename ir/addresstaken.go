package ir

import "strings"

// AddressTaken reports whether an address in the variable g may be anywhere but in accesses of it: in
// memory, in a parameter or a result. It is false only for variables that other modules do not see and of
// which each mention in this one is found to be in loads and stores of it, and in copies of bytes. An address that a
// function is given leads to no such variable.
func (m *Module) AddressTaken(g *Global) bool {
	taken, ok := m.taken[g]
	if !ok {
		if m.taken == nil {
			m.taken = map[*Global]bool{}
		}
		taken = m.addressTaken(g)
		m.taken[g] = taken
	}
	return taken
}

// InText reports whether f stands in the text that was read, or was cloned from such a function: what
// it is given is given to it there, or by other modules.
func (f *Function) InText() bool { return f.Source().entity != nil }

func (m *Module) addressTaken(g *Global) bool {
	if g.entity == nil || g.Keyword != "global" || !strings.Contains(g.Prefix, "internal") && !strings.Contains(g.Prefix, "private") {
		return true
	}
	for _, e := range m.Entities {
		text := m.file.of(e)
		at, _ := findName(text, g.Name, 0)
		switch {
		case at < 0:
		case at == 0 && e.Kind != DefineEntity: // its own line
			if again, _ := findName(text, g.Name, 1); again >= 0 {
				return true
			}
		case e.Kind != DefineEntity || e.fn == nil && m.Func(e.Name) == nil || e.fn.Load() != nil || !e.fn.onlyAccesses(g):
			return true
		}
	}
	return false
}

// onlyAccesses is AddressTaken, the other way round, for one function.
func (f *Function) onlyAccesses(g *Global) bool {
	based := map[Value]bool{g: true} // addresses in g
	for grown := true; grown; {
		grown = false
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				for k := range i.NumArgs() {
					a := i.Arg(k)
					if within, other := addressIn(a, g); other || !within && !based[a] {
						if other {
							return false
						}
						continue
					}
					switch address, ok := accessAt(i, k); {
					case !ok:
						return false
					case address && !based[i]:
						based[i], grown = true, true
					}
				}
			}
		}
	}
	return true
}

// accessAt reports whether operand k of i, an address, is accessed at most, and whether i is an address
// computed from it.
func accessAt(i *Instr, k int) (address, ok bool) {
	switch i.Op {
	case Load, ICmp:
		return false, true
	case Store:
		return false, k == 1
	case GetElementPtr, BitCast, Phi, Select:
		return true, true
	case Call:
		f := i.CalledFunc()
		for _, name := range []string{"llvm.memcpy.", "llvm.memmove.", "llvm.memset.", "llvm.dbg.", "llvm.prefetch."} {
			if f != nil && strings.HasPrefix(f.Name, name) {
				return false, true
			}
		}
	}
	return false, false
}

// addressIn reports whether a constant is an address in g, or mentions g otherwise.
func addressIn(v Value, g *Global) (within, other bool) {
	if v == g {
		return true, false
	}
	c, ok := v.(*Const)
	if !ok {
		return false, false
	}
	if c.Kind != ConstExpr || c.Op != GetElementPtr && c.Op != BitCast {
		return false, mentions(c, g)
	}
	for k, e := range c.Elems {
		if k == 0 {
			within, other = addressIn(e, g)
		} else {
			other = other || mentions(e, g)
		}
	}
	return within, other
}

// mentions reports whether a constant has g in it.
func mentions(v Value, g *Global) bool {
	if v == g {
		return true
	}
	c, ok := v.(*Const)
	if !ok {
		return false
	}
	if c.Kind == ConstRaw {
		return hasName(c.Text, g.Name)
	}
	for _, e := range c.Elems {
		if mentions(e, g) {
			return true
		}
	}
	return false
}
