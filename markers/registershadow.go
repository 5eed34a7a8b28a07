package markers

import (
	"strings"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// shadows notes where the program keeps the derivative of a variable.
func (r *registrar) shadows(l []ir.Value) bool {
	if len(l) != 2 {
		return false
	}
	g, ok := ir.StripConstCasts(l[0]).(*ir.Global)
	sh, isVar := ir.StripConstCasts(l[1]).(*ir.Global)
	if !ok || !isVar {
		return false
	}
	r.shadow(g, sh)
	return true
}

// shadow notes that sh is the shadow of g.
func (r *registrar) shadow(g, sh *ir.Global) {
	name := diag.PlainName(g.Name)
	switch why := noShadow(g); {
	case why != "":
		r.refuse("the variable '%s' %s: it has no shadow", name, why)
	case sh.IsConst():
		r.refuse("the shadow of '%s' is a constant", name)
	case !g.SizeKnown():
		r.refuse("the size of the variable '%s' is not known in this module: it has no shadow", name)
	case !ir.Same(g.ValueType, sh.ValueType):
		r.refuse("the variable '%s' has type %s, its shadow %s", name, g.ValueType, sh.ValueType)
	case g.Shadow != nil && g.Shadow != sh:
		r.refuse("the variable '%s' has two shadows", name)
	default:
		g.Shadow, r.shadowed = sh, true
	}
}

// attachedShadows reads the attachments of variables that name their shadows.
func (r *registrar) attachedShadows() {
	for _, name := range r.m.GlobalNames() {
		g := r.m.Global(name)
		if g == nil {
			continue
		}
		_, rest, ok := strings.Cut(g.Suffix, "!enzyme_shadow ")
		if !ok {
			continue
		}
		id, _, _ := strings.Cut(rest, ", ")
		if strings.HasPrefix(rest, "!{") {
			id, _, _ = strings.Cut(rest, "}")
		}
		text := r.m.Metadata().Node(strings.TrimSpace(id))
		_, symbol, _ := strings.Cut(text, "@")
		sh := r.m.Global(strings.TrimRight(symbol, " }"))
		r.what, r.line, r.at = "enzyme_shadow", 0, nil
		if sh == nil {
			r.refuse("the attachment 'enzyme_shadow' of '%s' is not the address of a variable", diag.PlainName(name))
			continue
		}
		r.shadow(g, sh)
	}
}
