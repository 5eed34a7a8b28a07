package ir

import "strings"

// FromRust reports whether rustc made the module: by the unit's name, the producer in its metadata, or Rust's
// personality function. One into which code of other compilers was linked is not Rust's: what Rust promises does not
// hold of that code.
func (m *Module) FromRust() bool {
	if m.rust == nil {
		yes := m.saysRust() && !m.saysOther()
		m.rust = &yes
	}
	return *m.rust
}

// rustProducer begins what rustc calls itself.
const rustProducer = "rustc version "

// saysRust looks for what FromRust goes by.
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
	return strings.Contains(m.text, `!"`+rustProducer)
}

// saysOther reports whether the metadata names a producer of the module, or of a part of it, other than rustc.
func (m *Module) saysOther() bool {
	for _, e := range m.Entities {
		if e.Kind != MetadataEntity {
			continue
		}
		for line := range strings.Lines(m.text[e.Start:e.End]) {
			if nodes, ok := strings.CutPrefix(line, "!llvm.ident = !{"); ok && m.otherProducer(nodes) {
				return true
			}
		}
	}
	return false
}

// otherProducer reports whether a list of nodes that ends in a brace has one with the name of another compiler than rustc.
func (m *Module) otherProducer(nodes string) bool {
	nodes, _, _ = strings.Cut(nodes, "}")
	for node := range strings.SplitSeq(nodes, ",") {
		name, ok := strings.CutPrefix(m.MetadataNode(strings.TrimSpace(node)), `!{!"`)
		if ok && !strings.HasPrefix(name, rustProducer) {
			return true
		}
	}
	return false
}
