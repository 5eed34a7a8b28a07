package edit

import "github.com/llad-ad/llad/ir"

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

// ScopeMetadata lists the alias scopes of i, which hold for adjacent memory too.
func ScopeMetadata(i *ir.Instr) (list []ir.Attachment) {
	for _, a := range i.Meta {
		if a.Kind == "alias.scope" || a.Kind == "noalias" {
			list = append(list, a)
		}
	}
	return list
}
