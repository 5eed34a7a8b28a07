package ir

import "strings"

// Read splits a module's text. name is for messages. It fails only on text
// that cannot be split; headers and bodies are read when asked for. src must
// not be changed afterwards. Errors are *Diagnostic.
func Read(name string, src []byte) (m *Module, err error) {
	m = newModule(name)
	m.Src, m.file.text = src, string(src)
	sp := splitter{m: m, s: m.file.text, line: 1}
	if d := sp.run(); d != nil {
		return nil, d
	}
	m.Typed = m.file.detectTyped(m.Entities)
	defer catch(&err)
	m.readTargets()
	return m, nil
}

func newModule(name string) *Module {
	m := &Module{Name: name, Types: newTypeTable(), Layout: defaultLayout(), funcs: map[string]*Function{}, globals: map[string]*Global{}}
	m.file.index = map[string]*Entity{}
	m.attrs.file = &m.file
	return m
}

// splitter cuts a module's text into entities. A line that cannot start an
// entity continues the one before it.
type splitter struct {
	m     *Module
	s     string
	line  int32
	slab  []Entity
	cur   *Entity
	scan  int // how far the brackets of cur have been counted
	depth int // brackets of cur open at scan
	twice *Diagnostic
}

func (sp *splitter) diag(pos int, line int32, code, msg string) *Diagnostic {
	return &Diagnostic{File: sp.m.Name, Line: int(line), Col: pos - strings.LastIndexByte(sp.s[:pos], '\n'), Code: code, Message: msg}
}

// notIR says what is wrong with text that starts no entity at offset i.
func notIR(s string, i int) string {
	switch {
	case strings.HasPrefix(s, "BC\xc0\xde"):
		return "this is LLVM bitcode, not its text (llvm-dis makes text of it)"
	case i == 0 && strings.HasPrefix(s, "\x7fELF"):
		return "this is not LLVM IR but an object file (clang -S -emit-llvm gives IR)"
	}
	return "this is not LLVM IR: expected define, declare, @name, %name, !name, target, ... (clang -S -emit-llvm gives IR)"
}

func (sp *splitter) open(kind EntityKind, name string, pos int) {
	if len(sp.slab) == 0 {
		sp.slab = make([]Entity, 128)
	}
	e := &sp.slab[0]
	sp.slab = sp.slab[1:]
	*e = Entity{Kind: kind, Name: name, Start: pos, End: pos, Line: sp.line}
	sp.m.Entities = append(sp.m.Entities, e)
	sp.cur, sp.scan, sp.depth = e, pos, 0
}

func (sp *splitter) run() *Diagnostic { return sp.runFrom(0) }

func (sp *splitter) runFrom(pos int) *Diagnostic {
	s, any := sp.s, false
	for pos < len(s) {
		i := pos
		for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r') {
			i++
		}
		eol := strings.IndexByte(s[i:], '\n')
		if eol < 0 {
			eol = len(s)
		} else {
			eol += i + 1
		}
		if i == len(s) || s[i] == '\n' || s[i] == ';' {
			if sp.cur == nil || sp.cur.Kind != OtherEntity && !sp.unfinished() {
				sp.open(OtherEntity, "", pos)
			}
			sp.cur.End = eol
			pos = eol
			sp.line++
			continue
		}
		kind, key, ok := classify(s[i:eol])
		switch {
		case !ok:
			if sp.cur == nil || sp.cur.Kind == DefineEntity || !sp.unfinished() {
				return sp.diag(i, sp.line, codeSyntax, notIR(s, i))
			}
			if sp.cur.Kind == DeclareEntity && sp.cur.Name == "" {
				sp.nameDeclare(s[sp.cur.Start:eol], i)
			}
		case kind == MetadataEntity && sp.cur != nil && sp.cur.Kind == MetadataEntity:
			any = true
			sp.scan, sp.depth = pos, 0
		default:
			any = true
			sp.open(kind, key, pos)
			switch kind {
			case DefineEntity:
				end, d := sp.define(i)
				if d != nil {
					return d
				}
				sp.line += int32(strings.Count(s[pos:end], "\n"))
				sp.cur.End = end
				pos = end
				continue
			case GlobalEntity, TypeEntity, ComdatEntity:
				sp.enter(key, i)
			case DeclareEntity:
				sp.nameDeclare(s[i:eol], i)
			case AttrGroupEntity: // may come in parts, of which the last counts here
				sp.cur.Name = key[1:]
				sp.m.file.index[key] = sp.cur
			}
		}
		sp.cur.End = eol
		pos = eol
		sp.line++
	}
	if sp.twice != nil {
		return sp.twice
	}
	if !any {
		return &Diagnostic{File: sp.m.Name, Line: 1, Code: codeEmpty, Message: "the file holds no LLVM IR: it is empty"}
	}
	return nil
}

func (sp *splitter) nameDeclare(line string, pos int) {
	if name := symbolIn(line); name != "" {
		sp.enter(name, pos)
	}
}

// enter makes the entity in hand the one of a name, which is spelled with its
// sigil.
func (sp *splitter) enter(key string, pos int) {
	if sp.m.file.index[key] != nil && sp.twice == nil {
		sp.twice = sp.diag(pos, sp.line, codeSyntax, key+" is defined twice")
	}
	sp.cur.Name = key[1:]
	sp.m.file.index[key] = sp.cur
}

// unfinished reports whether the entity in hand has open brackets or ends
// where something must follow, so that the next line belongs to it.
func (sp *splitter) unfinished() bool {
	e := sp.cur
	if e.Kind == DefineEntity {
		return false
	}
	d, last := brackets(sp.s[sp.scan:e.End])
	sp.depth += d
	sp.scan = e.End
	return sp.depth > 0 || last == '=' || last == ',' || e.Kind == DeclareEntity && last != ')' && e.Name == ""
}

// brackets is the balance of the brackets in text and its last character that
// is neither blank nor comment.
func brackets(text string) (depth int, last byte) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '"':
			n := strings.IndexByte(text[i+1:], '"')
			if n < 0 {
				return depth, '"'
			}
			i += n + 1
		case ';':
			n := strings.IndexByte(text[i:], '\n')
			if n < 0 {
				return
			}
			i += n
			continue
		case ' ', '\t', '\r', '\n':
			continue
		}
		last = text[i]
	}
	return
}

// classify tells what kind of entity a line starts, and under which key (name
// with sigil) it is found; not ok when it starts none.
func classify(line string) (kind EntityKind, key string, ok bool) {
	switch line[0] {
	case '@':
		kind = GlobalEntity
	case '%':
		kind = TypeEntity
	case '$':
		kind = ComdatEntity
	case '!':
		kind = MetadataEntity
	case '^':
		kind = SummaryEntity
	default:
		return classifyWord(line)
	}
	n := nameLen(line, 1)
	if n < 0 {
		return 0, "", false
	}
	rest := strings.TrimLeft(line[n:], " \t")
	if rest == "" || rest[0] != '=' {
		return 0, "", false
	}
	key = line[:n]
	if len(key) > 1 && key[1] == '"' {
		key = key[:1] + canonicalName(key[1:])
	}
	return kind, key, true
}

// nameLen is the end of the name that starts at offset i of line, -1 if none.
func nameLen(line string, i int) int {
	if i < len(line) && line[i] == '"' {
		n := strings.IndexByte(line[i+1:], '"')
		if n < 0 {
			return -1
		}
		return i + n + 2
	}
	n := i
	for n < len(line) && (identChar[line[n]] || line[n] == '\\') {
		n++
	}
	if n == i {
		return -1
	}
	return n
}

func classifyWord(line string) (EntityKind, string, bool) {
	n := 0
	for n < len(line) && identChar[line[n]] {
		n++
	}
	switch line[:n] {
	case "define":
		return DefineEntity, "", true
	case "declare":
		return DeclareEntity, "", true
	case "target":
		return TargetEntity, "", true
	case "module":
		return AsmEntity, "", true
	case "source_filename", "uselistorder", "uselistorder_bb":
		return OtherEntity, "", true
	case "attributes":
		rest := strings.TrimLeft(line[n:], " \t")
		if rest == "" || rest[0] != '#' {
			return 0, "", false
		}
		k := nameLen(rest, 1)
		if k < 0 {
			return 0, "", false
		}
		return AttrGroupEntity, rest[:k], true
	}
	return 0, "", false
}

// symbolIn is the first symbol of a header, with its @; "" if there is none. What metadata names that is
// attached in place is not the header's.
func symbolIn(header string) string {
	for i := 0; i < len(header); i++ {
		if n := metadataLen(header[i:]); n != 0 {
			if n < 0 {
				return ""
			}
			i += n - 1
			continue
		}
		switch header[i] {
		case '"':
			n := strings.IndexByte(header[i+1:], '"')
			if n < 0 {
				return ""
			}
			i += n + 1
		case ';':
			n := strings.IndexByte(header[i:], '\n')
			if n < 0 {
				return ""
			}
			i += n
		case '@':
			n := nameLen(header, i+1)
			if n < 0 {
				return ""
			}
			if header[i+1] == '"' {
				return "@" + canonicalName(header[i+1:n])
			}
			return header[i:n]
		}
	}
	return ""
}

// metadataLen is the length of the node that s begins with, !{...} written in place; 0 if there is none, -1 if it
// is not closed.
func metadataLen(s string) int {
	if !strings.HasPrefix(s, "!{") {
		return 0
	}
	end := closingBrace(s, 1)
	if end < 0 {
		return -1
	}
	return end + 1
}

// define finds the end of the definition at start and indexes it.
func (sp *splitter) define(start int) (end int, d *Diagnostic) {
	s := sp.s
	open, name := headerEnd(s, start)
	if open < 0 {
		return 0, sp.diag(start, sp.line, codeTruncated, "the definition has no body: '{' is missing (truncated file?)")
	}
	sp.enter(name, start)
	closing := -1
	if restBlank(s, open+1) {
		closing = closingLine(s, open+1)
	}
	if closing < 0 {
		closing = closingBrace(s, open)
	}
	if closing < 0 {
		return 0, sp.diag(start, sp.line, codeTruncated, "the body of "+name+" is not closed: '}' is missing (truncated file?)")
	}
	sp.cur.body, sp.cur.bodyEnd = open+1, closing
	end = closing + 1
	if restBlank(s, end) {
		if n := strings.IndexByte(s[end:], '\n'); n >= 0 {
			return end + n + 1, nil
		}
		return len(s), nil
	}
	return end, nil
}

// headerEnd finds the brace that opens the body of the definition at start,
// -1 if there is none, and the function's symbol.
func headerEnd(s string, start int) (open int, name string) {
	depth, prefix := 0, false
	for i := start; i < len(s); i++ {
		if n := metadataLen(s[i:]); n != 0 {
			if n < 0 {
				return -1, ""
			}
			i += n - 1
			continue
		}
		switch s[i] {
		case '"':
			n := strings.IndexByte(s[i+1:], '"')
			if n < 0 {
				return -1, ""
			}
			i += n + 1
		case ';':
			n := strings.IndexByte(s[i:], '\n')
			if n < 0 {
				return -1, ""
			}
			i += n
		case '@':
			if name == "" && depth == 0 {
				if name = symbolIn(s[i:min(len(s), i+1<<16)]); name == "" {
					return -1, ""
				}
				i = nameLen(s, i+1) - 1
			}
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '{':
			if name != "" && depth == 0 && (!prefix || restBlank(s, i+1)) {
				return i, name
			}
			depth++
		case '}':
			depth--
		case 'p':
			prefix = prefix || depth == 0 && (strings.HasPrefix(s[i:], "prefix ") || strings.HasPrefix(s[i:], "prologue "))
		}
	}
	return -1, ""
}

// restBlank reports whether nothing but blanks and a comment stand between
// offset i and the end of the line.
func restBlank(s string, i int) bool {
	for ; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\r':
		case '\n', ';':
			return true
		default:
			return false
		}
	}
	return true
}

// closingLine finds the brace that closes a body in the layout that LLVM
// prints: on a line of its own, or at least the last on a line. It gives -1
// when the next definition comes first, or nothing.
func closingLine(s string, p int) int {
	for p < len(s) {
		nl := strings.IndexByte(s[p:], '\n')
		eol := p + nl
		if nl < 0 {
			eol = len(s)
		}
		q := p
		for q < eol && (s[q] == ' ' || s[q] == '\t') {
			q++
		}
		if q < eol {
			switch s[q] {
			case '}':
				return q
			case 'd':
				if strings.HasPrefix(s[q:eol], "define ") {
					return -1
				}
			}
			if e := lastNonBlank(s, q, eol); s[e] == '}' && s[q] != ';' {
				if d, _ := brackets(s[q : e+1]); d < 0 {
					return e
				}
			}
		}
		p = eol + 1
	}
	return -1
}

func lastNonBlank(s string, from, to int) int {
	e := to - 1
	for e > from && isSpace(s[e]) {
		e--
	}
	return e
}

// closingBrace finds the brace that closes the one at open by counting.
func closingBrace(s string, open int) int {
	depth := 0
	for i := open; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		case '"':
			n := strings.IndexByte(s[i+1:], '"')
			if n < 0 {
				return -1
			}
			i += n + 1
		case ';':
			n := strings.IndexByte(s[i:], '\n')
			if n < 0 {
				return -1
			}
			i += n
		}
	}
	return -1
}
