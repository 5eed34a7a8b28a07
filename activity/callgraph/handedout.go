package callgraph

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// maxReached bounds the functions that a call through a pointer is taken to reach.
const maxReached = 64

// Elsewhere lists the functions with bodies that a call through a pointer may reach though nothing that the
// derivative reaches need have put them there: code that runs before it hands out their addresses (main, what
// initialises variables), in variables and in objects with tables of virtual functions. nil where they are too many.
func (g *Graph) Elsewhere(i *ir.Instr) (out []*ir.Function) {
	if g.root == nil {
		return nil
	}
	if g.handed == nil {
		g.handed = g.handedOut()
	}
	var slot []*ir.Function // of a call through a table
	through := false
	if list := g.Virtuals(i); list != nil {
		slot, through = list, true
	} else if list := g.Methods(i); list != nil {
		slot, through = list, true
	}
	for _, f := range g.handed {
		if Takes(f, i) && (!through || slices.Contains(slot, f)) {
			out = append(out, f)
		}
	}
	if len(out) > maxReached {
		return nil
	}
	return out
}

// handedOut lists the functions whose addresses code has that the derivative does not reach.
func (g *Graph) handedOut() []*ir.Function {
	inside := ReachUses(g.root, func(*ir.Global, *ir.Function) {})
	asks := func(line string) bool {
		return strings.Contains(line, "@__enzyme_") || strings.Contains(line, "@__llad_")
	}
	out := []*ir.Function{}
	for _, f := range g.module.HandedOut(func(f *ir.Function) bool { return inside[f] }, asks) {
		if !g.DerivativesOnly || !strings.Contains(f.Prefix, "internal") && !strings.Contains(f.Prefix, "private") {
			out = append(out, f)
		}
	}
	return out
}
