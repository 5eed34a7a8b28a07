package ir

import "strings"

// OnlyRead reports whether the module does nothing with a variable but load from it:
// nothing stores there, and nothing keeps its address or gives it away. Stores of
// functions that nothing in the module mentions do not count: only other modules can
// make them. Functions that mention the variable otherwise than in a load are read.
func (m *Module) OnlyRead(g *Global) bool {
	for _, e := range m.Entities {
		text := m.file.of(e)
		asked := false
		for at, end := findName(text, g.Name, 0); at >= 0 && !asked; at, end = findName(text, g.Name, end) {
			start := strings.LastIndexByte(text[:at], '\n') + 1
			switch line := text[start:at]; {
			case line == "" || strings.HasPrefix(line, "@llvm.") || isLoad(line):
			case e.Kind != DefineEntity || e.fn == nil && m.Func(e.Name) == nil || e.fn.Load() != nil || !e.fn.onlyReads(g, false) && !(e.fn.onlyReads(g, true) && unmentioned(m, e)):
				return false
			default:
				asked = true
			}
		}
	}
	return true
}

// isLoad reports whether a line of text that begins so is a load.
func isLoad(line string) bool {
	_, op, ok := strings.Cut(line, " = ")
	return ok && strings.HasPrefix(op, "load ")
}

// unmentioned reports whether only a function itself has its name.
func unmentioned(m *Module, of *Entity) bool {
	for _, e := range m.Entities {
		if e == of {
			continue
		}
		if hasName(m.file.of(e), of.Name) {
			return false
		}
	}
	return true
}

// onlyReads is OnlyRead for one function. It may store there if stores says so.
func (f *Function) onlyReads(g *Global, stores bool) bool {
	based := map[Value]bool{} // addresses in g
	within := func(v Value) bool {
		c, ok := v.(*Const)
		for ok && c.Kind == ConstExpr && len(c.Elems) > 0 {
			v = c.Elems[0]
			c, ok = v.(*Const)
		}
		return v == g || based[v]
	}
	for grown := true; grown; {
		grown = false
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if based[i] || i.Op == Load || stores && i.Op == Store && !within(i.Arg(0)) {
					continue
				}
				for k := range i.NumArgs() {
					if !within(i.Arg(k)) {
						continue
					}
					if i.Op != Select && i.Op != Phi && i.Op != BitCast && i.Op != GetElementPtr {
						return false
					}
					based[i], grown = true, true
				}
			}
		}
	}
	return true
}
