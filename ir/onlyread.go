package ir

import "strings"

// OnlyRead reports whether the module does nothing with a variable but load from it:
// nothing stores there, and nothing keeps its address or gives it away. Functions that
// mention it otherwise than in a load are read.
func (m *Module) OnlyRead(g *Global) bool {
	name := "@" + g.Name
	for _, e := range m.Entities {
		text := m.text[e.Start:e.End]
		asked := false
		for at := 0; !asked; at += len(name) {
			n := strings.Index(text[at:], name)
			if n < 0 {
				break
			}
			at += n
			start := strings.LastIndexByte(text[:at], '\n') + 1
			switch line := text[start:at]; {
			case nameLen(text, at+1)-at != len(name) || line == "" || strings.HasPrefix(line, "@llvm.") || isLoad(line):
			case e.Kind != DefineEntity || e.fn == nil && m.Func(e.Name) == nil || e.fn.Load() != nil || !e.fn.onlyReads(g):
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

// onlyReads is OnlyRead for one function.
func (f *Function) onlyReads(g *Global) bool {
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
				if based[i] || i.Op == Load {
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
