package ir

import (
	"slices"
	"strings"
)

// facts are what the text tells of the program as a whole; nil where nobody has
// asked yet.
type facts struct {
	words   *bool            // see SharesWords
	singles *bool            // see HasSingles
	doubles *bool            // see HasDoubles
	rust    *bool            // see FromRust
	taken   map[*Global]bool // see AddressTaken
}

// SharesWords reports whether a word of the program's memory may be a double at one time
// and an address or an integer at another, as members of unions are in C and C++: a
// declared type is such a union, or has bytes that may hold anything, or doubles and other
// words are accessed as alias metadata says of members of unions.
func (m *Module) SharesWords() bool {
	if m.facts.words == nil {
		yes := !m.FromRust() && (declaresUnion(m) || declaresBytes(m) || m.file.accessesUnion(m.Entities, "double"))
		m.facts.words = &yes
	}
	return *m.facts.words
}

// HasAliasTags reports whether the module has type-based alias metadata of C or C++.
func (m *Module) HasAliasTags() bool { return strings.Contains(m.file.text, anyTag) }

// HasSingles reports whether the program's code has floats of 32 bits: where one stands, or two, a
// word does not tell what it is.
func (m *Module) HasSingles() bool {
	if m.facts.singles == nil {
		yes := m.file.inCode(m.Entities, "float", func(line string) bool { return strings.Contains(line, " float ") })
		m.facts.singles = &yes
	}
	return *m.facts.singles
}

// HasDoubles reports whether the program's code has doubles.
func (m *Module) HasDoubles() bool {
	if m.facts.doubles == nil {
		yes := m.file.inCode(m.Entities, "double", func(line string) bool { return hasWord(line, "double") })
		m.facts.doubles = &yes
	}
	return *m.facts.doubles
}

// inCode reports whether a line of the module's functions, types and variables that has a word in it meets a condition
// without what stands in quotes and comments.
func (s *source) inCode(entities []*Entity, word string, meets func(line string) bool) bool {
	for _, e := range entities {
		switch e.Kind {
		case DefineEntity, DeclareEntity, TypeEntity, GlobalEntity:
		default:
			continue
		}
		for line := range strings.Lines(s.of(e)) {
			if strings.Contains(line, word) && meets(bare(line)) {
				return true
			}
		}
	}
	return false
}

// bare is a line without texts in quotes and without a comment.
func bare(line string) string {
	var out strings.Builder
	quoted := false
	for _, c := range line {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
			continue
		case c == ';':
			return out.String()
		}
		out.WriteRune(c)
	}
	return out.String()
}

// hasWord reports whether a word stands in a text behind a space.
func hasWord(text, word string) bool {
	word = " " + word
	for {
		at := strings.Index(text, word)
		if at < 0 {
			return false
		}
		text = text[at+1:]
		if nameLen(text, 0) == len(word)-1 {
			return true
		}
	}
}

// anyTag is the name of the type that may be anything in alias metadata.
const anyTag = `!"omnipotent char"`

// declaresUnion reports whether a declared type stands for a union with floats or words.
func declaresUnion(m *Module) bool {
	for _, e := range m.Entities {
		name := strings.TrimPrefix(e.Name, `"`)
		if e.Kind != TypeEntity || !strings.HasPrefix(name, "union.") || strings.Contains(name, optional) {
			continue
		}
		t, err := m.ParseType("%" + e.Name)
		if err == nil && t.Kind == StructKind && (t.HasFloat() || t.HasPtr() || len(t.Fields) == 1 && isWords(t.Fields[0], m.HasSingles())) {
			return true
		}
	}
	return false
}

// isWords reports whether what a union is declared as is an integer of 64 bits, or, where words tell what they are, a struct
// of such: a std::function keeps in two words what it captured, or the address of that.
func isWords(t *Type, singles bool) bool {
	if t.Kind != StructKind || singles {
		return t == I64
	}
	return len(t.Fields) > 0 && !slices.ContainsFunc(t.Fields, func(f *Type) bool { return f != I64 })
}

// declaresBytes reports whether a declared type of the program's own has an array of bytes that
// words fit into. Beside floats of 32 bits, where words cannot tell what they are, such bytes are taken
// for characters.
func declaresBytes(m *Module) bool {
	if m.HasSingles() {
		return false
	}
	for _, e := range m.Entities {
		if e.Kind != TypeEntity || librarys(e.Name) {
			continue
		}
		if t, err := m.ParseType("%" + e.Name); err == nil && t.Kind == StructKind && hasBytes(m.Layout, t) {
			return true
		}
	}
	return false
}

// librarys reports whether a type is one of the C++ library's, which puts one type into bytes, or
// of Eigen's, whose empty members are bytes.
func librarys(name string) bool {
	_, name, _ = strings.Cut(strings.Trim(name, `"`), ".")
	return strings.HasPrefix(name, "std::") || strings.HasPrefix(name, "__gnu_cxx::") || strings.HasPrefix(name, "Eigen::")
}

// hasBytes reports whether a member of a struct is an array of bytes, of whole words where words
// begin. What clang pads a union with stands behind its member.
func hasBytes(l *Layout, t *Type) bool {
	for k, f := range t.Fields {
		if f.Kind == ArrayKind && f.Elem == I8 && f.Len >= 8 && f.Len%8 == 0 && l.FieldOffset(t, k)%8 == 0 && !(k > 0 && t.IsUnion()) {
			return true
		}
	}
	return false
}

// optional is in the names of unions of a value and nothing.
const optional = "_Optional_payload"

// accessesUnion reports whether floats of a type and other words are accessed as what may be
// anything: clang says so of members of unions.
func (s *source) accessesUnion(entities []*Entity, float string) bool {
	tags := s.anyTags(entities)
	if len(tags) == 0 {
		return false
	}
	floats, other := false, false
	for _, e := range entities {
		if e.Kind != DefineEntity {
			continue
		}
		for line := range strings.Lines(s.of(e)) {
			at := strings.Index(line, "!tbaa !")
			if at < 0 || !slices.Contains(tags, tagAt(line[at+len("!tbaa "):])) {
				continue
			}
			typ, ok := accessedType(line)
			floats = floats || ok && typ == float && !strings.Contains(line, ", align 1,")
			other = other || ok && (typ == "i64" || typ == "ptr" || strings.HasSuffix(typ, "*"))
			if floats && other {
				return true
			}
		}
	}
	return false
}

// anyTags are the names of access tags of what may be anything.
func (s *source) anyTags(entities []*Entity) []string {
	var types, tags []string
	for _, e := range entities {
		if e.Kind != MetadataEntity {
			continue
		}
		for line := range strings.Lines(s.of(e)) {
			if name, _, ok := strings.Cut(line, " = "); ok && strings.Contains(line, anyTag) {
				types = append(types, name)
			}
		}
	}
	for _, e := range entities {
		if e.Kind != MetadataEntity {
			continue
		}
		for line := range strings.Lines(s.of(e)) {
			for _, t := range types {
				if name, text, ok := strings.Cut(line, " = "); ok && strings.HasPrefix(text, "!{"+t+", "+t+", ") {
					tags = append(tags, name)
				}
			}
		}
	}
	return tags
}

// tagAt is the name of the metadata node that a text begins with.
func tagAt(text string) string {
	n := 1
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return text[:n]
}

// accessedType is the spelled type of what a line of text loads or stores.
func accessedType(line string) (string, bool) {
	line = strings.TrimSpace(line)
	if _, op, ok := strings.Cut(line, " = "); ok {
		line = op
	}
	op, rest, _ := strings.Cut(line, " ")
	if op != "load" && op != "store" {
		return "", false
	}
	rest = strings.TrimPrefix(strings.TrimPrefix(rest, "atomic "), "volatile ")
	end := strings.IndexByte(rest, ',')
	if op == "store" {
		end = strings.IndexByte(rest, ' ')
	}
	if end < 0 {
		return "", false
	}
	return rest[:end], true
}

// MayBeAnything reports whether alias metadata leaves open what type the word is that an
// instruction loads or stores: it has no tag, that of a member of a union, or that of a double
// where the instruction has an address, or the other way round.
func (i *Instr) MayBeAnything() bool {
	tag := i.Metadata("tbaa")
	if tag == "" {
		return true
	}
	m := i.Parent.Parent.Module
	text := strings.TrimPrefix(m.Metadata().Node(tag), "!{")
	_, text, _ = strings.Cut(text, ", ")
	name := strings.TrimPrefix(m.Metadata().Node(tagAt(text)), "!{")
	typ := i.Typ
	if i.Op == Store {
		typ = i.Arg(0).Type()
	}
	return strings.HasPrefix(name, anyTag) || typ.Scalar().IsPtr() == strings.HasPrefix(name, `!"double"`)
}
