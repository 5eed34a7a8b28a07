package ir

import "strings"

// FromRust reports whether rustc made the module: by the unit's name, the producer in its metadata, or Rust's
// personality function. One into which code of other compilers was linked is not Rust's: what Rust promises does not
// hold of that code.
func (m *Module) FromRust() bool {
	if m.facts.rust == nil {
		yes := m.file.saysRust(m.Entities) && !saysOther(m)
		m.facts.rust = &yes
	}
	return *m.facts.rust
}

// rustProducer begins what rustc calls itself.
const rustProducer = "rustc version "

// saysRust looks for what FromRust goes by.
func (s *source) saysRust(entities []*Entity) bool {
	if s.index["@rust_eh_personality"] != nil {
		return true
	}
	for _, e := range entities {
		text := s.of(e)
		if e.Kind == OtherEntity && strings.HasPrefix(text, "source_filename") && strings.Contains(text, "-cgu.") {
			return true
		}
	}
	return strings.Contains(s.text, `!"`+rustProducer)
}

// saysOther reports whether the metadata names a producer of the module, or of a part of it, other than rustc.
func saysOther(m *Module) bool {
	for _, e := range m.Entities {
		if e.Kind != MetadataEntity {
			continue
		}
		for line := range strings.Lines(m.file.of(e)) {
			if nodes, ok := strings.CutPrefix(line, "!llvm.ident = !{"); ok && otherProducer(m.Metadata(), nodes) {
				return true
			}
		}
	}
	return false
}

// otherProducer reports whether a list of nodes that ends in a brace has one with the name of another compiler than rustc.
func otherProducer(meta *Metadata, nodes string) bool {
	nodes, _, _ = strings.Cut(nodes, "}")
	for node := range strings.SplitSeq(nodes, ",") {
		name, ok := strings.CutPrefix(meta.Node(strings.TrimSpace(node)), `!{!"`)
		if ok && !strings.HasPrefix(name, rustProducer) {
			return true
		}
	}
	return false
}
