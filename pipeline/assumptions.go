package pipeline

import (
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// noteAssumptions notes the functions without arguments that code of f calls and of which nothing is known: that they
// touch no active data is taken for granted.
func noteAssumptions(d *Differentiator, f *ir.Function) {
	seen := map[*ir.Function]bool{f: true}
	for work := []*ir.Function{f}; len(work) > 0; work = work[1:] {
		for _, b := range work[0].Blocks {
			for _, i := range b.Instrs {
				g := i.CalledFunc()
				switch {
				case g == nil || seen[g]:
				case assumed(i, g):
					seen[g] = true
					noteAssumed(d, i, g)
				case !g.IsDecl && rules.GivenOf(g) == nil && g.Load() == nil:
					seen[g] = true
					work = append(work, g)
				}
			}
		}
	}
}

// assumed reports whether a call is of a function that could touch any memory, for all that is known, and has no
// arguments.
func assumed(i *ir.Instr, g *ir.Function) bool {
	if !g.IsDecl || i.NumCallArgs() > 0 || rules.GivenOf(g) != nil || rules.KnownOf(g) != nil {
		return false
	}
	for _, attr := range []string{"readnone", "inaccessiblememonly", "noreturn"} {
		if i.HasAttr(attr) || g.HasAttr(attr) {
			return false
		}
	}
	memory, ok := g.Attr("memory")
	return !ok || memory != "none" && memory != "inaccessiblemem: readwrite" && memory != "inaccessiblemem: read" && memory != "inaccessiblemem: write"
}

// noteAssumed notes one function, once for the module.
func noteAssumed(d *Differentiator, i *ir.Instr, g *ir.Function) {
	if d.assumed[g] {
		return
	}
	if d.assumed == nil {
		d.assumed = map[*ir.Function]bool{}
	}
	d.assumed[g] = true
	n := ir.DiagAt(i, codeAssumed, "'%s' has no body and no rule: it is taken to touch no data with derivatives", diag.Demangled(g))
	n.Hint = "give its IR if it does, or register it as inactive"
	d.Notes = append(d.Notes, n)
}
