package ir

import (
	"fmt"
	"strings"
)

// RepairDebug makes the debug information of functions valid that were edited: what was put into
// them from others without a place of its own counts as inlined, and loops that came along lose
// the places that their metadata holds. LLVM would drop the whole module's otherwise.
func (m *Module) RepairDebug() {
	if !m.HasSource() {
		return
	}
	for _, e := range m.Entities {
		if !e.rewritten() {
			continue
		}
		scope := e.fn.Metadata("dbg")
		node := m.Metadata().Node(scope)
		if !isSubprogram(node) {
			continue
		}
		a := debugAttacher{x: m.Metadata(), scope: scope, line: "0", locations: map[place]string{}}
		for _, b := range e.fn.Blocks {
			for _, i := range b.Instrs {
				a.repair(i)
			}
		}
	}
}

// repair makes what is attached to an instruction valid in its function.
func (a *debugAttacher) repair(i *Instr) {
	switch at := i.Metadata("dbg"); {
	case at != "" && a.x.subprogram(at) != a.scope:
		i.setDebug(a.location(place{node: at}))
	case at == "" && i.IsCall():
		i.setDebug(a.x.Add(fmt.Sprintf("!DILocation(line: 0, scope: %s)", a.scope)))
	}
	for k, m := range i.Meta {
		if m.Kind != "llvm.loop" {
			continue
		}
		ops, keep := a.x.Operands(m.Node), []string{"SELF"}
		for _, o := range ops[min(1, len(ops)):] {
			if !isLocation(a.x.Node(o)) || a.x.subprogram(o) == a.scope {
				keep = append(keep, o)
			}
		}
		if len(keep) == len(ops) || len(ops) == 0 {
			return
		}
		meta := append([]Attachment(nil), i.Meta...)
		meta[k].Node = a.x.Add("distinct !{" + strings.Join(keep, ", ") + "}")
		i.Meta = meta
		return
	}
}

// subprogram is the DISubprogram of the function that code at a place stands in now; "" where that
// is not known.
func (x *Metadata) subprogram(at string) string {
	for range 100 {
		outer := MetaField(x.Node(at), "inlinedAt")
		if outer == "" {
			break
		}
		at = outer
	}
	id := MetaField(x.Node(at), "scope")
	for range 100 {
		node := x.Node(id)
		if node == "" || isSubprogram(node) {
			return id
		}
		id = MetaField(node, "scope")
	}
	return ""
}

func isSubprogram(node string) bool {
	return strings.HasPrefix(strings.TrimPrefix(node, "distinct "), "!DISubprogram(")
}

func isLocation(node string) bool {
	return strings.HasPrefix(strings.TrimPrefix(node, "distinct "), "!DILocation(")
}
