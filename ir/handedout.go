package ir

import "strings"

// HandedOut lists, in their order, the functions with bodies whose addresses the module's text
// uses elsewhere than in the functions of which inside reports true: otherwise than
// to call them, or in variables that are named there, or that any module may name. Lines of which quiet
// reports true do not count.
func (m *Module) HandedOut(inside func(*Function) bool, quiet func(line string) bool) []*Function {
	h := &handing{m: m, quiet: quiet, seen: map[Value]bool{}}
	for _, e := range m.Entities {
		switch {
		case e.Drop:
		case e.Kind == DefineEntity:
			if e.fn == nil && m.Func(e.Name) == nil || e.fn == nil || inside(e.fn) {
				continue
			}
			_, body, _ := strings.Cut(m.file.of(e), "\n")
			h.code(body)
		case e.Kind == GlobalEntity:
			if g := m.Global(e.Name); g != nil && g.Prefix == "" && g.ValueType != nil && g.ValueType.HasPtr() {
				h.value(g)
			}
		}
	}
	return h.list
}

// handing is a search for addresses of functions.
type handing struct {
	m     *Module
	quiet func(string) bool
	seen  map[Value]bool
	list  []*Function
}

// code looks for names in the text of a function's body.
func (h *handing) code(text string) {
	for _, line := range strings.Split(text, "\n") {
		if !strings.Contains(line, "@") || h.quiet(line) {
			continue
		}
		for at := strings.IndexByte(line, '@'); at >= 0; {
			end := nameLen(line, at+1)
			if end < 0 {
				break
			}
			if end >= len(line) || line[end] != '(' {
				name := line[at+1 : end]
				if name != "" && name[0] == '"' {
					name = canonicalName(name)
				}
				if f := h.m.Func(name); f != nil {
					h.value(f)
				} else if g := h.m.Global(name); g != nil {
					h.value(g)
				}
			}
			next := strings.IndexByte(line[end:], '@')
			if next < 0 {
				break
			}
			at = end + next
		}
	}
}

// value looks for functions in a constant.
func (h *handing) value(v Value) {
	switch v := v.(type) {
	case *Function:
		if !h.seen[v] {
			h.seen[v] = true
			if !v.IsDecl {
				h.list = append(h.list, v)
			}
		}
	case *Global:
		if h.seen[v] {
			return
		}
		h.seen[v] = true
		if to := v.Aliasee(); to != nil {
			h.value(to)
		} else if v.LoadInit() == nil && v.Init != nil {
			h.value(v.Init)
		}
	case *Const:
		for _, e := range v.Elems {
			h.value(e)
		}
	}
}
