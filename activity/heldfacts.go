package activity

import (
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
)

// heldFacts tells the code that sets shadows of variables what they hold.
type heldFacts struct{ env *Env }

func (h heldFacts) Leads(g *ir.Global) bool             { return leads(g) }
func (h heldFacts) Behind(g *ir.Global) bool            { return h.env.active[g]&activeBehind != 0 }
func (h heldFacts) BehindWords(g *ir.Global) bool       { return h.Behind(g) && !onlyFloats(g.ValueType) }
func (h heldFacts) Home(g *ir.Global, off int64) int64  { return h.env.home(g, off) }
func (h heldFacts) IsRead(g *ir.Global, off int64) bool { return h.env.isRead(g, off) }
func (h heldFacts) Ends(g *ir.Global, off int64) string { return h.env.ends(g, off) }
func (h heldFacts) Text(t *ir.Type) bool                { return isText(t) }

func (h heldFacts) Makes(g *ir.Global) bool {
	held := h.env.held[g]
	return held != nil && held.made
}

func (h heldFacts) Vector(g *ir.Global, t *ir.Type) bool {
	held := h.env.held[g]
	return held != nil && !held.deeper && isVector(t)
}

// NewVariables makes an empty set of shadows for the request that a belongs to.
func (a *Info) NewVariables() *shadowrt.Variables {
	return shadowrt.NewVariables(a.F.Module, heldFacts{a.env})
}
