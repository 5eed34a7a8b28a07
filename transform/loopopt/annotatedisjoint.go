package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// AnnotateDisjoint gives the accesses to memory that a run-time check found disjoint (see
// LoopAliasVersioning) an alias scope for each range of the check. Without it LLVM compares the
// ranges once more before it vectorizes, and for loops that run backwards, as those of the reverse
// sweep do, the comparison that it hoists out of them never holds. It reports whether anything
// changed.
func AnnotateDisjoint(f *ir.Function) bool {
	alias := analysis.NewAlias(f)
	ranges := map[int]int{} // how many ranges the checks have
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if check, n, ok := analysis.DisjointMark(i); ok {
				ranges[check] = max(ranges[check], n+1)
			}
		}
	}
	scopes := map[int]*ir.Scopes{}
	changed := false
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			p := edit.Address(i)
			if p == nil {
				continue
			}
			check, n, ok := alias.OneMark(p)
			if !ok || ranges[check] < 2 {
				continue
			}
			if scopes[check] == nil {
				scopes[check] = f.Module.AddScopes(ranges[check])
			}
			scopes[check].Attach(i, n)
			changed = true
		}
	}
	return changed
}
