package pointsto

import (
	"strings"

	"github.com/llad-ad/llad/activity/callgraph"
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
)

// Program is what the analysis of addresses asks about other functions.
type Program interface {
	// Summary is what a function with a body does to data of its callers.
	Summary(f *ir.Function) *Summary
	// Pending reports whether a function is being studied for the first time, in recursion.
	Pending(f *ir.Function) bool
	// Summarised reports whether the function under study is one whose summary its callers want.
	Summarised() bool
	// CallsBack reports whether such a function is called in recursion by a function that it calls.
	CallsBack(callee *ir.Function) bool
	// Spend counts addresses that were passed on; exhausted reports whether these are too many to go on.
	Spend(n int)
	Exhausted() bool
	// NameOfFunc is the name that messages give a function.
	NameOfFunc(f *ir.Function) string
}

// Module is what the analysis of addresses asks about the module.
type Module struct {
	IR         *ir.Module
	Calls      *callgraph.Graph
	AliasTypes memtypes.AliasTypes
	bases      map[string][]*ir.Type // see basesNamed
	noData     map[*ir.Global]bool   // see leadsToNoData
}

// basesNamed are the types of classes as bases that have a name, numbers behind it aside.
func (m *Module) basesNamed(name string) []*ir.Type {
	if m.bases == nil {
		m.bases = map[string][]*ir.Type{}
		for _, x := range m.IR.Entities {
			plain := plainName(x.Name)
			if x.Kind != ir.TypeEntity || !strings.HasSuffix(plain, ".base") {
				continue
			}
			if t, err := m.IR.ParseType("%" + x.Name); err == nil && t.Kind == ir.StructKind && !IsOpaque(t) {
				m.bases[plain] = append(m.bases[plain], t)
			}
		}
	}
	return m.bases[name]
}
