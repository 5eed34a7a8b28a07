package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// fastVersionKind is the attachment of branches whose first target does what the second
// one does, in a way that is faster to run.
const fastVersionKind = "llad.faster"

// MarkFastVersion notes that the branch i chooses between two versions of the same code,
// of which the second is the plain one.
func MarkFastVersion(i *ir.Instr) {
	m := i.Parent.Parent.Module
	i.Meta = append(i.Meta, ir.Attachment{Kind: fastVersionKind, Node: m.AddMetadata("!{}")})
}

// DropFastVersions takes away what is only there to be faster, for functions that are
// differentiated in their turn. It reports whether there was anything.
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
