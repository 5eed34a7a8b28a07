package edit

import "github.com/llad-ad/llad/ir"

// WithoutScopes gives attachments without those that name alias scopes, which would
// have to be new ones for every copy of a body.
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

// DebugLoc is the source position of i: other metadata (branch weights) does
// not carry over to a branch of another shape.
func DebugLoc(i *ir.Instr) []ir.Attachment {
	for _, a := range i.Meta {
		if a.Kind == "dbg" {
			return []ir.Attachment{a}
		}
	}
	return nil
}

// ScopeMetadata lists the alias scopes of i, which hold for an access of what lies beside it
// too.
func ScopeMetadata(i *ir.Instr) (list []ir.Attachment) {
	for _, a := range i.Meta {
		if a.Kind == "alias.scope" || a.Kind == "noalias" {
			list = append(list, a)
		}
	}
	return list
}
