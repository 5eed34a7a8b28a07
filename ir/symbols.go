package ir

import (
	"sort"
	"strconv"
	"strings"
)

// FuncNames lists the functions in file order, added ones last.
func (m *Module) FuncNames() (names []string) {
	for _, e := range m.Entities {
		if (e.Kind == DefineEntity || e.Kind == DeclareEntity) && e.Name != "" && !e.Drop {
			names = append(names, e.Name)
		}
	}
	for _, f := range m.added.funcs {
		names = append(names, f.Name)
	}
	return names
}

// GlobalNames lists the variables, aliases and ifuncs in file order, added
// ones last.
func (m *Module) GlobalNames() (names []string) {
	for _, e := range m.Entities {
		if e.Kind == GlobalEntity && !e.Drop {
			names = append(names, e.Name)
		}
	}
	for _, g := range m.added.globals {
		names = append(names, g.Name)
	}
	return names
}

// hasSymbol reports whether a function or variable of that name exists.
func (m *Module) hasSymbol(name string) bool {
	return m.funcs[name] != nil || m.globals[name] != nil || m.file.index["@"+name] != nil
}

// FreshSymbol is base, or base with a number behind it, such that the module
// has no symbol of that name.
func (m *Module) FreshSymbol(base string) string { return freshName(base, m.hasSymbol) }

// FreshType is base, or base with a number behind it, such that the module has
// no named struct of that name.
func (m *Module) FreshType(base string) string {
	return freshName(base, func(name string) bool { return m.Types.named[name] != nil || m.file.index["%"+name] != nil })
}

// freshName is base, or base with a number behind it, that is not taken. There may be thousands
// with one base: the number behind the last of them is searched for.
func freshName(base string, isTaken func(string) bool) string {
	if !isTaken(base) {
		return base
	}
	numbered := func(n int) string { return AppendName(base, "."+strconv.Itoa(n)) }
	free := 1
	for isTaken(numbered(free)) {
		free *= 2
	}
	for taken := free / 2; free-taken > 1; {
		if n := (free + taken) / 2; isTaken(numbered(n)) {
			taken = n
		} else {
			free = n
		}
	}
	return numbered(free)
}

// AppendName puts text at the end of a name as it is spelled: inside its quotes
// if it has them, and in quotes if the name is a number.
func AppendName(name, text string) string {
	if name != "" && isDigit(name[0]) {
		return `"` + name + text + `"`
	}
	if n := len(name); n > 1 && name[n-1] == '"' {
		return name[:n-1] + text + `"`
	}
	return name + text
}

// PrependName puts text in front of a name as it is spelled: inside its quotes if it has
// them.
func PrependName(text, name string) string {
	if strings.HasPrefix(name, `"`) {
		return `"` + text + name[1:]
	}
	return text + name
}

// Remove takes a function out of the module.
func (m *Module) Remove(f *Function) {
	delete(m.funcs, f.Name)
	if f.entity != nil {
		f.entity.Drop = true
		delete(m.file.index, "@"+f.Name)
		return
	}
	for _, t := range f.tables {
		m.RemoveGlobal(t)
	}
	for k, g := range m.added.funcs {
		if g == f {
			m.added.funcs = append(m.added.funcs[:k], m.added.funcs[k+1:]...)
			return
		}
	}
	for k, g := range m.added.implicits {
		if g == f {
			m.added.implicits = append(m.added.implicits[:k], m.added.implicits[k+1:]...)
			return
		}
	}
}

// Define gives f, a function that was added, the place and the name of a
// declaration of the same type: calls of that become calls of f.
func (m *Module) Define(declared, f *Function) {
	for _, g := range m.funcs {
		for _, b := range g.Blocks {
			for _, i := range b.Instrs {
				for k, a := range i.Args() {
					if a == Value(declared) {
						i.SetArg(k, f)
					}
				}
			}
		}
	}
	m.Remove(declared)
	delete(m.funcs, f.Name)
	f.Name = declared.Name
	m.funcs[f.Name] = f
}

// RemoveGlobal takes a variable out of the module.
func (m *Module) RemoveGlobal(g *Global) {
	delete(m.globals, g.Name)
	if g.entity != nil {
		g.entity.Drop = true
		delete(m.file.index, "@"+g.Name)
		return
	}
	for k, x := range m.added.globals {
		if x == g {
			m.added.globals = append(m.added.globals[:k], m.added.globals[k+1:]...)
			return
		}
	}
}

// implicit is the intrinsic of that name, which the module uses without
// declaring it (legal from LLVM 19 on).
func (m *Module) implicit(name string, typ *Type) *Function {
	if f := m.funcs[name]; f != nil {
		return f
	}
	f := m.AddFunc(name, typ)
	m.added.funcs = m.added.funcs[:len(m.added.funcs)-1]
	m.added.implicits = append(m.added.implicits, f)
	sort.Slice(m.added.implicits, func(a, b int) bool { return m.added.implicits[a].Name < m.added.implicits[b].Name })
	return f
}

// MarkChanged says that a function that was read has been edited, so that its
// body is written anew instead of copied.
func (f *Function) MarkChanged() { f.changed = true }
