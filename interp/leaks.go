package interp

import (
	"encoding/binary"
	"fmt"
	"sort"
	"strings"
)

// Leak is a heap object that nobody freed.
type Leak struct {
	Ptr   Ptr
	Size  uint64
	How   string // the function that allocated it
	Place        // the call that did
}

// String says where the object came from.
func (l Leak) String() string {
	s := fmt.Sprintf("%d bytes from %s", l.Size, l.How)
	if l.Func != "" {
		s += " in @" + l.Func
	}
	if l.File != "" && l.Line > 0 {
		s += fmt.Sprintf(" (%s:%d)", l.File, l.Line)
	}
	return s
}

// Leaks lists the live heap objects in order of allocation, without those that
// Options.Roots makes reachable, and those that a collector of garbage frees.
func (m *Machine) Leaks() []Leak {
	kept := m.mem.reachable(m.roots())
	var lost []*object
	for _, o := range m.mem.objs[1:] {
		if o.kind == heapObj && o.state == live && !kept[o] && o.how != "GC_malloc" {
			lost = append(lost, o)
		}
	}
	sort.Slice(lost, func(a, b int) bool { return lost[a].seq < lost[b].seq })
	var out []Leak
	for _, o := range lost {
		l := Leak{Ptr: Ptr(o.base), Size: o.size, How: o.how}
		if o.madeAt != nil {
			l.Place = placeOf(o.madeAt)
		}
		out = append(out, l)
	}
	return out
}

// roots are the variables that Options.Roots names.
func (m *Machine) roots() (list []*object) {
	for g, o := range m.image.globals {
		switch m.opts.Roots {
		case GlobalRoots:
			list = append(list, o)
		case ThreadLocalRoots:
			if strings.Contains(g.Prefix, "thread_local") {
				list = append(list, o)
			}
		}
	}
	return list
}

// reachable follows every aligned word that could be an address, from the
// roots on.
func (m *memory) reachable(roots []*object) map[*object]bool {
	kept := map[*object]bool{}
	for work := roots; len(work) > 0; {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		for k := 0; k+8 <= len(o.data); k += 8 {
			p := m.objectAt(binary.LittleEndian.Uint64(o.data[k:]))
			if p != nil && p.kind == heapObj && p.state == live && !kept[p] {
				kept[p] = true
				work = append(work, p)
			}
		}
	}
	return kept
}
