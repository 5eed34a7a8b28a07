package ir

import (
	"strconv"
	"strings"
)

// metaIndex finds the numbered and named metadata of a module's text.
type metaIndex struct {
	nums  []int          // by number: offset of the line plus 1, 0 for none
	named map[string]int // by name without !
	added map[string]string
	next  int // first number that is free
}

func (m *Module) metaIndexed() *metaIndex {
	if m.meta != nil {
		return m.meta
	}
	x := &metaIndex{named: map[string]int{}, added: map[string]string{}}
	m.meta = x
	s := m.text
	for _, e := range m.Entities {
		if e.Kind != MetadataEntity {
			continue
		}
		for at := e.Start; at < e.End; {
			if s[at] == '!' {
				if n := nameLen(s[:e.End], at+1); n > 0 {
					x.enter(s[at+1:n], at, len(s))
				}
			}
			nl := strings.IndexByte(s[at:e.End], '\n')
			if nl < 0 {
				break
			}
			at += nl + 1
		}
	}
	return x
}

func (x *metaIndex) enter(name string, at, limit int) {
	n, err := strconv.Atoi(name)
	if err != nil {
		x.named[name] = at
		return
	}
	if n < 0 || n >= limit { // not a number that a compiler gives
		x.named[name] = at
		return
	}
	for n >= len(x.nums) {
		x.nums = append(x.nums, 0)
	}
	x.nums[n] = at + 1
	x.next = max(x.next, n+1)
}

// MetadataNode is the text of a metadata node behind its `=`, e.g.
// `distinct !DISubprogram(...)`. id is spelled as in an attachment: `!12`, or a
// name. A node that stands in place (`!{...}`) is given back. "" if there is
// none.
func (m *Module) MetadataNode(id string) string {
	name := strings.TrimPrefix(id, "!")
	if strings.HasPrefix(name, "{") || strings.HasSuffix(name, ")") {
		return id
	}
	x := m.metaIndexed()
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
	text := m.text[at:]
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

// AddMetadata adds a numbered metadata node, e.g. `distinct !{!"scope"}`, and
// gives its name, e.g. `!57`. SELF in the text stands for that name.
func (m *Module) AddMetadata(text string) string {
	x := m.metaIndexed()
	id := strconv.Itoa(x.next)
	x.next++
	text = strings.ReplaceAll(text, "SELF", "!"+id)
	x.added[id] = text
	m.newLines.other = append(m.newLines.other, "!"+id+" = "+text)
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

// MetadataOperands splits a metadata node `!{a, b, c}` into its operands as
// spelled; a name or number is looked up first. nil for nodes of another form.
func (m *Module) MetadataOperands(id string) []string {
	text := strings.TrimPrefix(m.MetadataNode(id), "distinct ")
	if !strings.HasPrefix(text, "!{") || !strings.HasSuffix(text, "}") {
		return nil
	}
	text = text[2 : len(text)-1]
	var out []string
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
