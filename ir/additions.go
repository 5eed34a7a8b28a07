package ir

import "slices"

// Additions are the functions, variables and lines that a module has besides those of its
// text. They can be put aside and put back: what is made in between is another copy,
// which shares the text's functions and variables and nothing else.
type Additions struct {
	funcs   []*Function
	globals []*Global
	texts   []string
}

// AdditionsOf gives those that a module has now.
func AdditionsOf(m *Module) Additions {
	return Additions{slices.Clone(m.added.funcs), slices.Clone(m.added.globals), slices.Clone(m.added.texts)}
}

// Restore has the module have these and no others.
func (a Additions) Restore(m *Module) {
	for _, f := range m.added.funcs {
		delete(m.funcs, f.Name)
	}
	for _, g := range m.added.globals {
		delete(m.globals, g.Name)
	}
	m.added.funcs, m.added.globals, m.added.texts = slices.Clone(a.funcs), slices.Clone(a.globals), slices.Clone(a.texts)
	for _, f := range m.added.funcs {
		m.funcs[f.Name] = f
	}
	for _, g := range m.added.globals {
		m.globals[g.Name] = g
	}
}
