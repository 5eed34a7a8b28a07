package llad

import (
	"github.com/llad-ad/llad/ir"
)

// isSRet reports whether p is where the caller wants the result stored.
func isSRet(p *ir.Param) bool {
	return p.HasAttr("sret")
}

// byvalType gives the type that the caller copies for the callee, when p is
// passed so.
func byvalType(p *ir.Param) (*ir.Type, bool) { return attrType(p, "byval") }

// attrType is the type that a parameter's attribute names, e.g. sret(%struct.S).
func attrType(p *ir.Param, attr string) (*ir.Type, bool) {
	text, ok := p.Attr(attr)
	if !ok {
		return nil, false
	}
	if t, err := p.Parent.Module.ParseType(text); err == nil && text != "" {
		return t, true
	}
	return p.Typ.Elem, p.Typ.Elem != nil
}
