package ir

import (
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
	id := f.Metadata("dbg")
	if id == "" {
		return
	}
	p := f.Module.Metadata().position(id)
	return p.file, p.line, p.ok
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
