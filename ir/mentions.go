package ir

import "strings"

// Mentioning lists the functions of the module's text that have the name of a variable
// in them, in their order, read. The result is false where one cannot be read.
func (m *Module) Mentioning(g *Global) (list []*Function, ok bool) {
	name := "@" + g.Name
	for _, e := range m.Entities {
		if e.Kind != DefineEntity || !hasName(m.text[e.Start:e.End], name) {
			continue
		}
		if e.fn == nil && m.Func(e.Name) == nil || e.fn.Load() != nil {
			return nil, false
		}
		list = append(list, e.fn)
	}
	return list, true
}

// hasName reports whether a text mentions a name.
func hasName(text, name string) bool {
	for at := 0; ; at += len(name) {
		n := strings.Index(text[at:], name)
		if n < 0 {
			return false
		}
		at += n
		if nameLen(text, at+1)-at == len(name) {
			return true
		}
	}
}
