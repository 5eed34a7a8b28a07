package ir

import "strings"

// FromRust reports whether rustc had a hand in the module: by the unit's name,
// the producer in its metadata, or Rust's personality function.
func (m *Module) FromRust() bool {
	if m.rust == nil {
		yes := m.saysRust()
		m.rust = &yes
	}
	return *m.rust
}

// saysRust looks for what FromRust goes by in the text.
func (m *Module) saysRust() bool {
	if m.index["@rust_eh_personality"] != nil {
		return true
	}
	for _, e := range m.Entities {
		text := m.text[e.Start:e.End]
		if e.Kind == OtherEntity && strings.HasPrefix(text, "source_filename") && strings.Contains(text, "-cgu.") {
			return true
		}
	}
	return strings.Contains(m.text, `!"rustc version `)
}
