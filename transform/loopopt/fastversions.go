package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// fastVersionKind is the metadata kind of branches that choose between a fast version of code
// and the plain one.
const fastVersionKind = "llad.faster"

// MarkFastVersion marks the branch i, whose first target is a faster version of the second.
func MarkFastVersion(i *ir.Instr) {
	m := i.Parent.Parent.Module
	i.Meta = append(i.Meta, ir.Attachment{Kind: fastVersionKind, Node: m.Metadata().Add("!{}")})
}

// DropFastVersions removes the fast versions, before a generated function is differentiated
// itself. It reports whether there were any.
func DropFastVersions(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		if t := b.Term(); t.Op == ir.Br && len(t.Blocks) == 2 && t.Metadata(fastVersionKind) != "" {
			edit.Jump(b, t.Blocks[1])
			changed = true
		}
	}
	if changed {
		edit.RemoveUnreachable(f)
	}
	return changed
}
