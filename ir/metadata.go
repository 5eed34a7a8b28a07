package ir

import (
	"strconv"
	"strings"
)

// Metadata are the numbered and named metadata nodes of a module: those of its
// text and those that were added.
type Metadata struct {
	text  string
	nums  []int          // by number: offset of the line plus 1, 0 for none
	named map[string]int // by name without !
	added map[string]string
	lines []string // those added, as they are written
	next  int      // first number that is free

	positions map[string]sourcePos          // see Position
	variables map[*Entity]map[string]string // see Module.Variable
	inlined   map[[2]string]string          // see InlinedAt
}

// Metadata is the module's metadata.
func (m *Module) Metadata() *Metadata {
	if m.meta == nil {
		m.meta = newMetadata(m.file.text, m.Entities)
	}
	return m.meta
}

func newMetadata(text string, entities []*Entity) *Metadata {
	x := &Metadata{text: text, named: map[string]int{}, added: map[string]string{}, positions: map[string]sourcePos{}}
	for _, e := range entities {
		if e.Kind != MetadataEntity {
			continue
		}
		for at := e.Start; at < e.End; {
			if text[at] == '!' {
				if n := nameLen(text[:e.End], at+1); n > 0 {
					x.enter(text[at+1:n], at)
				}
			}
			nl := strings.IndexByte(text[at:e.End], '\n')
			if nl < 0 {
				break
			}
			at += nl + 1
		}
	}
	return x
}

func (x *Metadata) enter(name string, at int) {
	n, err := strconv.Atoi(name)
	if err != nil {
		x.named[name] = at
		return
	}
	if n < 0 || n >= len(x.text) { // not a number that a compiler gives
		x.named[name] = at
		return
	}
	for n >= len(x.nums) {
		x.nums = append(x.nums, 0)
	}
	x.nums[n] = at + 1
	x.next = max(x.next, n+1)
}

// Node is the text of a metadata node behind its `=`, e.g.
// `distinct !DISubprogram(...)`. id is spelled as in an attachment: `!12`, or a
// name. A node that stands in place (`!{...}`) is given back. "" if there is
// none.
func (x *Metadata) Node(id string) string {
	name := strings.TrimPrefix(id, "!")
	if strings.HasPrefix(name, "{") || strings.HasSuffix(name, ")") {
		return id
	}
	if t, ok := x.added[name]; ok {
		return t
	}
	at := -1
	if n, err := strconv.Atoi(name); err == nil && n >= 0 && n < len(x.nums) && x.nums[n] > 0 {
		at = x.nums[n] - 1
	} else if a, ok := x.named[name]; ok {
		at = a
	}
	if at < 0 {
		return ""
	}
	text := x.text[at:]
	end := len(text)
	for from := 0; ; { // to the line before the next that starts at the left
		nl := strings.IndexByte(text[from:], '\n')
		if nl < 0 {
			break
		}
		from += nl + 1
		if from >= len(text) || !isSpace(text[from]) && text[from] != '}' && text[from] != ')' {
			end = from
			break
		}
	}
	text = text[:end]
	return strings.TrimSpace(text[strings.IndexByte(text, '=')+1:])
}

// Add adds a numbered metadata node, e.g. `distinct !{!"scope"}`, and
// gives its name, e.g. `!57`. SELF in the text stands for that name.
func (x *Metadata) Add(text string) string {
	id := strconv.Itoa(x.next)
	x.next++
	text = strings.ReplaceAll(text, "SELF", "!"+id)
	x.added[id] = text
	x.lines = append(x.lines, "!"+id+" = "+text)
	return "!" + id
}

// MetaField is the value of a field of a specialised node, e.g. `!7` for scope
// in `!DILocation(line: 3, scope: !7)`; strings come without quotes. "" if
// there is none.
func MetaField(node, field string) string {
	open := strings.IndexByte(node, '(')
	if open < 0 {
		return ""
	}
	depth := 0
	for i := open; i < len(node); i++ {
		switch c := node[i]; {
		case c == '(' || c == '{':
			depth++
		case c == ')' || c == '}':
			depth--
		case c == '"':
			_, n := quotedAt(node, i)
			i = n - 1
		case isLetter(c) && depth == 1:
			n := i
			for n < len(node) && identChar[node[n]] {
				n++
			}
			if n < len(node) && node[n] == ':' && node[i:n] == field {
				return fieldValue(node, n+1)
			}
			i = n - 1
		}
	}
	return ""
}

func fieldValue(node string, i int) string {
	for i < len(node) && node[i] == ' ' {
		i++
	}
	if i < len(node) && node[i] == '"' {
		s, _ := quotedAt(node, i)
		return unescape(s)
	}
	depth, start := 0, i
	for ; i < len(node); i++ {
		switch node[i] {
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth < 0 {
				return strings.TrimSpace(node[start:i])
			}
		case ',':
			if depth == 0 {
				return strings.TrimSpace(node[start:i])
			}
		case '"':
			_, n := quotedAt(node, i)
			i = n - 1
		}
	}
	return strings.TrimSpace(node[start:])
}

// Metadata is the node attached to the function under kind, "" if none.
func (f *Function) Metadata(kind string) string {
	text := splitSuffix(f.Suffix).meta
	if f.IsDecl && text == "" {
		text = f.Prefix
	}
	i := strings.Index(text, "!"+kind+" ")
	if i < 0 {
		return ""
	}
	text = text[i+len(kind)+2:]
	if n := strings.IndexByte(text, ' '); n >= 0 && strings.IndexByte(text[:n], '(') < 0 {
		text = text[:n]
	}
	return text
}

// Operands splits a metadata node `!{a, b, c}` into its operands as
// spelled; a name or number is looked up first. nil for nodes of another form.
func (x *Metadata) Operands(id string) []string {
	text := strings.TrimPrefix(x.Node(id), "distinct ")
	if !strings.HasPrefix(text, "!{") || !strings.HasSuffix(text, "}") {
		return nil
	}
	return splitOperands(text[2 : len(text)-1])
}

// splitOperands splits a text at its commas that are outside of quotes and brackets.
func splitOperands(text string) (out []string) {
	depth, quoted, from := 0, false, 0
	for k := range len(text) {
		switch c := text[k]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '(':
			depth++
		case c == '}' || c == ')':
			depth--
		case c == ',' && depth == 0:
			out = append(out, strings.TrimSpace(text[from:k]))
			from = k + 1
		}
	}
	if s := strings.TrimSpace(text[from:]); s != "" {
		out = append(out, s)
	}
	return out
}

// CopiedMember is a member of a struct that a call copies, as a !tbaa.struct list has it.
type CopiedMember struct {
	At, Size int64  // in bytes
	Tag      string // its access tag
}

// CopiedMembers reads a !tbaa.struct list; nil where it is not understood.
func (x *Metadata) CopiedMembers(list string) (members []CopiedMember) {
	number := func(operand string) (int64, bool) {
		n, err := strconv.ParseInt(strings.TrimPrefix(operand, "i64 "), 10, 64)
		return n, err == nil
	}
	ops := x.Operands(list)
	for k := 0; k+2 < len(ops); k += 3 {
		at, ok1 := number(ops[k])
		size, ok2 := number(ops[k+1])
		if !ok1 || !ok2 {
			return nil
		}
		members = append(members, CopiedMember{at, size, ops[k+2]})
	}
	return members
}
