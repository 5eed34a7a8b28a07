package ir

import "strings"

// readTargets takes the data layout and the triple from the module's text.
func (m *Module) readTargets() {
	for _, e := range m.Entities {
		if e.Kind != TargetEntity {
			continue
		}
		r := m.newReader(e.Start, e.End, e.Line)
		r.expectKw("target")
		which := r.word()
		r.expect('=')
		text := UnquoteName(r.str())
		switch which {
		case "datalayout":
			m.Layout = parseLayout(text)
		case "triple":
			m.Triple = text
		}
	}
}

// NewModule is an empty module with the given data layout and triple, as the
// strings of `target`; typed asks for the typed pointers of LLVM 14.
func NewModule(name, layout, triple string, typed bool) *Module {
	m := newModule(name)
	m.Typed, m.Triple = typed, triple
	if layout != "" {
		m.Layout = parseLayout(layout)
		m.file.text += "target datalayout = " + quote(layout) + "\n"
	}
	if triple != "" {
		m.file.text += "target triple = " + quote(triple) + "\n"
	}
	if m.file.text != "" {
		m.Src = []byte(m.file.text)
		m.Entities = []*Entity{{Kind: TargetEntity, End: len(m.file.text), Line: 1}}
	}
	return m
}

func quote(s string) string {
	q := QuoteName(s)
	if q[0] != '"' {
		return `"` + q + `"`
	}
	return q
}

// detectTyped decides whether the module's pointers are typed: by the first
// pointer in a header, then in a body, then by the compiler that wrote it.
func (s *source) detectTyped(entities []*Entity) bool {
	for pass := range 2 {
		for _, e := range entities {
			from, to := e.Start, e.End
			switch {
			case e.Kind == DefineEntity && pass == 0:
				to = e.body
			case e.Kind == DefineEntity:
				from = e.body
			case pass == 1 || e.Kind != GlobalEntity && e.Kind != DeclareEntity && e.Kind != TypeEntity:
				continue
			}
			switch pointerStyle(s.text[from:to]) {
			case '*':
				return true
			case 'p':
				return false
			}
		}
	}
	return s.oldCompiler()
}

// pointerStyle is '*' when the first pointer type in text is typed, 'p' when it
// is opaque, 0 when there is none.
func pointerStyle(text string) byte {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			n := strings.IndexByte(text[i+1:], '"')
			if n < 0 {
				return 0
			}
			i += n + 1
		case c == ';':
			n := strings.IndexByte(text[i:], '\n')
			if n < 0 {
				return 0
			}
			i += n
		case c == '*':
			return '*'
		case identChar[c], c == '%', c == '@', c == '!', c == '#':
			from := i
			for i+1 < len(text) && identChar[text[i+1]] {
				i++
			}
			if text[from:i+1] == "ptr" {
				return 'p'
			}
		}
	}
	return 0
}

// oldCompiler reports whether a module of which no pointer tells was made by a
// compiler of LLVM 14 or before, as !llvm.ident or an attribute has it.
func (s *source) oldCompiler() bool {
	for _, mark := range []string{"clang version ", "rustc version 1."} {
		i := strings.LastIndex(s.text, mark)
		if i < 0 {
			continue
		}
		n := 0
		for j := i + len(mark); j < len(s.text) && isDigit(s.text[j]) && n < 1000; j++ {
			n = n*10 + int(s.text[j]-'0')
		}
		limit := 14
		if mark[0] == 'r' {
			limit = 64 // rustc 1.65 came with LLVM 15
		}
		return n > 0 && n <= limit
	}
	// rustc of LLVM 14 signs nothing else; where a newer one still probes the
	// stack this way, its LLVM reads typed pointers too.
	return strings.Contains(s.text, rustProbe)
}
