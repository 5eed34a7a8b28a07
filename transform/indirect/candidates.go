package indirect

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

const (
	maxCandidates = 3
	maxBody       = 40 // instructions of a candidate
	maxConstants  = 1 << 16
)

// Candidates are the functions of a module whose addresses stand in its constant variables, such
// as virtual tables, by their types.
type Candidates struct {
	m     *ir.Module
	taken map[*ir.Type][]*ir.Function // nil before somebody asks
	fit   map[*ir.Type][]*ir.Function // what of gave
	left  int                         // constants that may still be looked at
}

// NewCandidates finds the candidates of m when they are first asked for.
func NewCandidates(m *ir.Module) *Candidates { return &Candidates{m: m} }

// of gives the functions of type t that a pointer may be compared with; nil where there are none,
// too many, or one whose body cannot stand beside those of the others.
func (c *Candidates) of(t *ir.Type) []*ir.Function {
	if c.taken == nil {
		c.collect()
	}
	list, ok := c.fit[t]
	if !ok {
		list = c.fitting(t)
		c.fit[t] = list
	}
	return list
}

func (c *Candidates) fitting(t *ir.Type) []*ir.Function {
	list := c.taken[t]
	if len(list) == 0 || len(list) > maxCandidates || c.left < 0 {
		return nil
	}
	var all []*accesses
	for _, f := range list {
		if f.IsDecl || f.Load() != nil || !isLeaf(f) {
			return nil
		}
		a := accessesOf(f)
		if a == nil {
			return nil
		}
		for _, o := range all {
			if o.disagree(a) {
				return nil
			}
		}
		all = append(all, a)
	}
	return list
}

func (c *Candidates) collect() {
	c.taken, c.fit, c.left = map[*ir.Type][]*ir.Function{}, map[*ir.Type][]*ir.Function{}, maxConstants
	seen := map[*ir.Function]bool{}
	for _, name := range c.m.GlobalNames() {
		if g := c.m.Global(name); g.IsConst() && g.LoadInit() == nil && g.Init != nil {
			c.note(g.Init, seen)
		}
	}
}

// note takes in the functions that a constant names.
func (c *Candidates) note(v ir.Value, seen map[*ir.Function]bool) {
	switch v := v.(type) {
	case *ir.Function:
		if !seen[v] {
			seen[v] = true
			c.taken[v.Typ] = append(c.taken[v.Typ], v)
		}
	case *ir.Const:
		for _, e := range v.Elems {
			if c.left--; c.left < 0 {
				return
			}
			c.note(e, seen)
		}
	}
}

// isLeaf reports whether f is short and calls nothing but intrinsics and functions that only compute.
func isLeaf(f *ir.Function) bool {
	if f.NumInstrs() > maxBody || f.Typ.Variadic || rules.GivenOf(f) != nil || rules.Lookup(f.Name) != nil {
		return false
	}
	dt := ir.Dominators(f)
	if len(ir.Irreducible(f, dt)) > 0 || len(analysis.Loops(f, dt).All) > 0 {
		return false
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if !i.IsCall() {
				continue
			}
			callee := i.CalledFunc()
			if i.Op != ir.Call || callee == nil {
				return false
			}
			if k := rules.KnownOf(callee); !strings.HasPrefix(callee.Name, "llvm.") && (k == nil || !k.Pure) {
				return false
			}
		}
	}
	return true
}
