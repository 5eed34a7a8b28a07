package llad

import (
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// isSRet reports whether p is where the caller wants the result stored.
func isSRet(p *ir.Param) bool {
	_, ok := activity.ParamAttr(p, "sret")
	return ok
}

// byvalType gives the type that the caller copies for the callee, when p is
// passed so.
func byvalType(p *ir.Param) (*ir.Type, bool) { return attrType(p, "byval") }

// attrType is the type that a parameter's attribute names, e.g. sret(%struct.S).
func attrType(p *ir.Param, attr string) (*ir.Type, bool) {
	text, ok := activity.ParamAttr(p, attr)
	if !ok {
		return nil, false
	}
	if name, named := strings.CutPrefix(text, "%"); named {
		return p.Parent.Module.Types.Named(name), true
	}
	return p.Typ.Elem, p.Typ.Elem != nil
}
