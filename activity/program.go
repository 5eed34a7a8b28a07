package activity

import (
	"strings"

	"github.com/llad-ad/llad/activity/callgraph"
	"github.com/llad-ad/llad/ir"
)

// program is what the analysis of addresses asks about other functions.
type program interface {
	// summary is what a function with a body does to data of its callers.
	summary(f *ir.Function) *summary
	// pending reports whether a function is being studied for the first time, in recursion.
	pending(f *ir.Function) bool
	// summarised reports whether the function under study is one whose summary its callers want.
	summarised() bool
	// callsBack reports whether such a function is called in recursion by a function that it calls.
	callsBack(callee *ir.Function) bool
	// spend counts addresses that were passed on; exhausted reports whether these are too many to go on.
	spend(n int)
	exhausted() bool
	// nameOfFunc is the name that messages give a function.
	nameOfFunc(f *ir.Function) string
}

// module is what the analysis of addresses asks about the module.
type module struct {
	ir     *ir.Module
	calls  *callgraph.Graph
	tbaa   tbaa
	bases  map[string][]*ir.Type // see basesNamed
	noData map[*ir.Global]bool   // see leadsToNoData
	rust   bool                  // the integers in declared types tell nothing: rustc spells unions and enums with them
}

func newModule(m *ir.Module, calls *callgraph.Graph) *module {
	return &module{ir: m, calls: calls, tbaa: tbaa{m: m}, rust: m.FromRust()}
}

// basesNamed are the types of classes as bases that have a name, numbers behind it aside.
func (m *module) basesNamed(name string) []*ir.Type {
	if m.bases == nil {
		m.bases = map[string][]*ir.Type{}
		for _, x := range m.ir.Entities {
			plain := plainName(x.Name)
			if x.Kind != ir.TypeEntity || !strings.HasSuffix(plain, ".base") {
				continue
			}
			if t, err := m.ir.ParseType("%" + x.Name); err == nil && t.Kind == ir.StructKind && !isOpaque(t) {
				m.bases[plain] = append(m.bases[plain], t)
			}
		}
	}
	return m.bases[name]
}
