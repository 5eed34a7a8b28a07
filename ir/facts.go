package ir

import "strings"

// facts are what the text tells of the program as a whole; nil where nobody has
// asked yet.
type facts struct {
	singles *bool            // see HasSingles
	taken   map[*Global]bool // see AddressTaken
}

// HasSingles reports whether the program's code has floats of 32 bits: where one stands, or two, a
// word does not tell what it is.
func (m *Module) HasSingles() bool {
	if m.facts.singles == nil {
		yes := m.file.inCode(m.Entities, "float", func(line string) bool { return strings.Contains(line, " float ") })
		m.facts.singles = &yes
	}
	return *m.facts.singles
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
