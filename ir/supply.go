package ir

import "strings"

// Supplied reports whether functions of the module have been given bodies.
func (m *Module) Supplied() bool { return m.file.own > 0 }

// Supply gives bodies to functions that the module declares, for what reads
// the module from here on: text holds their definitions under the same names.
// The module's own text stays as it is, and so does what is written. Functions
// that have been asked for before, and names that the module does not declare,
// are an error, as is text that cannot be split; errors are *Diagnostic.
func (m *Module) Supply(text string) error {
	own, before := m.file.text, len(m.Entities)
	if m.file.own == 0 {
		m.file.own = len(own)
	}
	lines := strings.Count(own, "\n")
	taken := map[string]*Entity{}
	for _, line := range strings.Split(text, "\n") {
		key := symbolIn(line)
		if !strings.HasPrefix(line, "define ") {
			continue
		}
		e := m.file.index[key]
		if e == nil || e.Kind != DeclareEntity || m.funcs[key[1:]] != nil {
			return &Diagnostic{File: m.Name, Code: codeSyntax, Message: key + " cannot be given a body"}
		}
		taken[key] = e
		delete(m.file.index, key)
	}
	if !strings.HasSuffix(own, "\n") {
		own += "\n"
	}
	m.file.text = own + text
	sp := splitter{m: m, s: m.file.text, line: int32(lines + 1)}
	d := sp.runFrom(len(own))
	m.Entities = m.Entities[:before]
	if d != nil {
		for key, e := range taken {
			m.file.index[key] = e
		}
		return d
	}
	m.Src = []byte(m.file.text)
	return nil
}
