package edit

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// WithoutScopes removes alias scopes from metadata: each copy of a body would need scopes of
// its own.
func WithoutScopes(meta []ir.Attachment) []ir.Attachment {
	drop := func(a ir.Attachment) bool { return a.Kind == "noalias" || a.Kind == "alias.scope" }
	for _, a := range meta {
		if drop(a) {
			var keep []ir.Attachment
			for _, b := range meta {
				if !drop(b) {
					keep = append(keep, b)
				}
			}
			return keep
		}
	}
	return meta
}

// DebugLoc is the debug location of i among its metadata: branch weights do not carry over to
// another terminator.
func DebugLoc(i *ir.Instr) []ir.Attachment {
	for _, a := range i.Meta {
		if a.Kind == "dbg" {
			return []ir.Attachment{a}
		}
	}
	return nil
}

// InlinedAt is the metadata of code that is inlined where a call stands: its place is inside of
// that of the call.
func InlinedAt(meta []ir.Attachment, call *ir.Instr) []ir.Attachment {
	loc := call.DebugLoc()
	if loc == nil {
		return meta
	}
	for k, a := range meta {
		if a.Kind == "dbg" {
			meta = slices.Clone(meta)
			meta[k].Node = call.Parent.Parent.Module.Metadata().InlinedAt(a.Node, loc[0].Node)
			meta[k].Adjoint = a.Adjoint || loc[0].Adjoint
			break
		}
	}
	return meta
}

// ScopeMetadata lists the alias scopes of i, which hold for adjacent memory too.
func ScopeMetadata(i *ir.Instr) (list []ir.Attachment) {
	for _, a := range i.Meta {
		if a.Kind == "alias.scope" || a.Kind == "noalias" {
			list = append(list, a)
		}
	}
	return list
}
