package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

type sourcePos struct {
	file      string
	line, col int
	ok        bool
}

// Position is the source position of an instruction from its !dbg. For
// inlined code it is the place in the function that was inlined. ok is false
// where there is none.
func (x *Metadata) Position(i *Instr) (file string, line, col int, ok bool) {
	node := i.Metadata("dbg")
	if node == "" {
		return
	}
	p, known := x.positions[node]
	if !known {
		p = x.position(node)
		x.positions[node] = p
	}
	return p.file, p.line, p.col, p.ok
}

// position reads a !DILocation, or the line of any node with a scope or file.
func (x *Metadata) position(id string) (p sourcePos) {
	node := x.Node(id)
	line, err := strconv.Atoi(MetaField(node, "line"))
	if err != nil || line == 0 {
		return
	}
	p.line = line
	p.col, _ = strconv.Atoi(MetaField(node, "column"))
	for steps := 0; node != "" && steps < 100; steps++ {
		if f := MetaField(node, "file"); f != "" {
			p.file = MetaField(x.Node(f), "filename")
			p.ok = p.file != ""
			return
		}
		node = x.Node(MetaField(node, "scope"))
	}
	return
}

// HasSource reports whether the module has debug information of its source.
func (m *Module) HasSource() bool {
	_, ok := m.Metadata().named["llvm.dbg.cu"]
	return ok
}

// Near are the places of an instruction; where it has none those of the variable that it makes, or
// the line of the nearest instruction of its block that was inlined through the fewest calls; else
// that of its function.
func (x *Metadata) Near(i *Instr) Places {
	if at := x.Places(i); at != nil {
		return at
	}
	b := i.Parent
	if v, ok := b.Parent.Module.Variable(i); ok && v.Place.Line > 0 {
		return Places{v.Place}
	}
	var best Places
	k := slices.Index(b.Instrs, i)
	for n := 1; k >= 0 && n < len(b.Instrs); n++ {
		for _, j := range []int{k + n, k - n} {
			if j < 0 || j >= len(b.Instrs) {
				continue
			}
			if at := x.Places(b.Instrs[j]); at != nil && (best == nil || len(at) < len(best)) {
				best = at
			}
		}
	}
	if best != nil {
		best = slices.Clone(best)
		best[0].Col = 0
		return best
	}
	return b.Parent.Source().Places()
}

// Places are the source positions of an instruction from its !dbg; nil where there are none.
func (x *Metadata) Places(i *Instr) (at Places) {
	id := i.Metadata("dbg")
	for range 100 {
		if id == "" {
			return at
		}
		p, ok := x.place(id)
		if !ok {
			return at
		}
		at = append(at, p)
		id = MetaField(x.Node(id), "inlinedAt")
	}
	return at
}

// place reads a node with a line, and a scope or file.
func (x *Metadata) place(id string) (p Place, ok bool) {
	node := x.Node(id)
	line, err := strconv.Atoi(MetaField(node, "line"))
	if err != nil || line == 0 {
		return p, false
	}
	p.Line = line
	p.Col, _ = strconv.Atoi(MetaField(node, "column"))
	for steps := 0; node != "" && steps < 100; steps++ {
		if f := MetaField(node, "file"); f != "" && p.File == "" {
			file := x.Node(f)
			p.File, p.Dir = MetaField(file, "filename"), MetaField(file, "directory")
		}
		if strings.HasPrefix(strings.TrimPrefix(node, "distinct "), "!DISubprogram(") {
			if p.Func = MetaField(node, "linkageName"); p.Func == "" {
				p.Func = MetaField(node, "name")
			}
			break
		}
		node = x.Node(MetaField(node, "scope"))
	}
	return p, p.File != ""
}

// InlinedAt is the place of code that is inlined where a call stands, by the places of both as
// attachments have them.
func (x *Metadata) InlinedAt(node, call string) string {
	key := [2]string{node, call}
	if known := x.inlined[key]; known != "" {
		return known
	}
	text, at := x.Node(node), call
	if outer := MetaField(text, "inlinedAt"); outer != "" {
		at = x.InlinedAt(outer, call)
	}
	scope, line, column := MetaField(text, "scope"), MetaField(text, "line"), MetaField(text, "column")
	made := node
	if scope != "" {
		made = fmt.Sprintf("!DILocation(line: %d, column: %d, scope: %s, inlinedAt: %s)", number(line), number(column), scope, at)
	}
	if x.inlined == nil {
		x.inlined = map[[2]string]string{}
	}
	x.inlined[key] = made
	return made
}

// Func is the function whose source an instruction comes from, by its !dbg:
// its name there and its symbol, "" where they are not known. For inlined code it is
// the function that was inlined.
func (x *Metadata) Func(i *Instr) (name, symbol string) {
	node := x.Node(i.Metadata("dbg"))
	for steps := 0; node != "" && steps < 100; steps++ {
		if strings.HasPrefix(strings.TrimPrefix(node, "distinct "), "!DISubprogram(") {
			return MetaField(node, "name"), MetaField(node, "linkageName")
		}
		node = x.Node(MetaField(node, "scope"))
	}
	return "", ""
}

// InlinedDepth is how many functions, one in the other, an instruction was inlined
// through, by its !dbg.
func (x *Metadata) InlinedDepth(i *Instr) int {
	node := x.Node(i.Metadata("dbg"))
	for n := range 100 {
		if node = x.Node(MetaField(node, "inlinedAt")); node == "" {
			return n
		}
	}
	return 0
}

// CalledAt is where the code that an instruction belongs to was inlined, seen from the
// outermost function, by its !dbg; ok is false where it was not.
func (x *Metadata) CalledAt(i *Instr) (file string, line int, ok bool) {
	id := i.Metadata("dbg")
	for range 100 {
		at := MetaField(x.Node(id), "inlinedAt")
		if at == "" {
			break
		}
		id = at
		p := x.position(id)
		file, line, ok = p.file, p.line, p.ok
	}
	return file, line, ok
}

// SourceName is the function's name in the source from its debug info, else
// its symbol without quotes.
func (f *Function) SourceName() string {
	if id := f.Metadata("dbg"); id != "" {
		if n := MetaField(f.Module.Metadata().Node(id), "name"); n != "" {
			return n
		}
	}
	return strings.TrimPrefix(UnquoteName(f.Name), "\x01")
}

// SourcePos is where the function is defined in the source, from its debug
// info.
func (f *Function) SourcePos() (file string, line int, ok bool) {
	at := f.Places()
	if at == nil {
		return "", 0, false
	}
	return at[0].File, at[0].Line, true
}

// Places is where the function is defined in the source, from its debug information; nil where
// that does not tell.
func (f *Function) Places() Places {
	id := f.Metadata("dbg")
	if id == "" {
		return nil
	}
	p, ok := f.Module.Metadata().place(id)
	if !ok {
		return nil
	}
	return Places{p}
}

// Places is where the variable is defined in the source, from its debug information; nil where
// that does not tell.
func (g *Global) Places() Places {
	_, id, ok := strings.Cut(g.Suffix, "!dbg ")
	if !ok {
		return nil
	}
	id, _, _ = strings.Cut(id, ",")
	x := g.Module.Metadata()
	node := x.Node(strings.TrimSpace(id))
	if v := MetaField(node, "var"); v != "" {
		id = v
	}
	p, ok := x.place(strings.TrimSpace(id))
	if !ok {
		return nil
	}
	return Places{p}
}

// TextLine is a line of the text that was read, counted from 1, without the
// white space around it and what follows ", !": "" when there is none.
func (m *Module) TextLine(n int) string { return m.file.line(n) }

func (s *source) line(n int) string {
	if s.lineStarts == nil {
		s.lineStarts = []int{0}
		for k := range len(s.text) {
			if s.text[k] == '\n' {
				s.lineStarts = append(s.lineStarts, k+1)
			}
		}
	}
	if n < 1 || n > len(s.lineStarts) {
		return ""
	}
	line, _, _ := strings.Cut(s.text[s.lineStarts[n-1]:], "\n")
	line, _, _ = strings.Cut(line, ", !")
	line, _, _ = strings.Cut(line, " ;")
	return strings.TrimSpace(line)
}
