package ir

import "strings"

// Mentioning lists the functions of the module's text that have the name of a variable
// in them, in their order, read. The result is false where one cannot be read.
func (m *Module) Mentioning(g *Global) (list []*Function, ok bool) {
	for _, e := range m.Entities {
		if e.Kind != DefineEntity || !hasName(m.file.of(e), g.Name) {
			continue
		}
		if e.fn == nil && m.Func(e.Name) == nil || e.fn.Load() != nil {
			return nil, false
		}
		list = append(list, e.fn)
	}
	return list, true
}

// hasName reports whether a text mentions a function or variable.
func hasName(text, name string) bool {
	at, _ := findName(text, name, 0)
	return at >= 0
}

// findName gives where a text mentions a function or variable next, from an offset on, and the end of that;
// -1 where it does not. Compilers put names in quotes that need none.
func findName(text, name string, from int) (at, end int) {
	quoted := `@"` + name + `"`
	for at = from; ; at++ {
		n := strings.IndexByte(text[at:], '@')
		if n < 0 {
			return -1, -1
		}
		at += n
		if strings.HasPrefix(text[at:], quoted) {
			return at, at + len(quoted)
		}
		if strings.HasPrefix(text[at+1:], name) && nameLen(text, at+1)-at == len(name)+1 {
			return at, at + 1 + len(name)
		}
	}
}
