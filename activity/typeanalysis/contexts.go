package typeanalysis

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// Where memory is not settled, a small function is looked at for each call of it apart: what allocates for
// others gives each caller memory of its own, and what accesses memory of several callers mixes nothing.

// Limits of that: instructions of such a function, calls one in the other, and instructions in all.
const (
	mostSmall    = 80
	mostContexts = 4
	mostCopied   = 60_000
)

// context is where rules belong: to a body that all calls share, to one that is looked at for one call, or to a call.
type context struct {
	of      *ir.Function // nil for a call
	outer   *context
	depth   int
	nodes   map[ir.Value]*node // nil where they are shared
	objects map[ir.Value]objectID
	dead    bool // the rules do not hold any longer
}

// calling reports whether the context is of a call inside of that function.
func (c *context) calling(f *ir.Function) bool {
	for ; c != nil; c = c.outer {
		if c.of == f {
			return true
		}
	}
	return false
}

// ended reports whether rules do not hold any longer.
func (c *context) ended() bool {
	for ; c != nil; c = c.outer {
		if c.dead {
			return true
		}
	}
	return false
}

// known is a body whose rules are added for calls of it.
type known struct {
	fn    *ir.Function
	taken Derivative // how a derivative takes what it moves; nil if that does not matter
	size  int
}

// site is a call of a function by its name.
type site struct {
	args    []*node
	result  *node
	context *context // where it stands
	link    *context // of the rules by which it leads to the body that all share; nil for none
	apart   bool     // it has rules of its own
}

// stays is a body that stays as it is where it is small, since a synthesis works on the one that is given.
func stays(body *ir.Function, d Derivative) known {
	size := 0
	for _, b := range body.Blocks {
		size += len(b.Instrs)
	}
	if d == nil || size > mostSmall {
		return known{body, d, size}
	}
	clone, r := body.Clone(body.Module.FreshSymbol("llad.types")), recorded{map[ir.Value]valueTaken{}, map[*ir.Instr]Carried{}}
	body.Module.Remove(clone)
	for k, p := range body.Params {
		r.values[clone.Params[k]] = valueTaken{d.Word(p), d.Active(p)}
	}
	for n, b := range body.Blocks {
		list := clone.Blocks[n].Instrs
		for _, i := range b.Instrs {
			if ir.IsLifetime(i) {
				continue
			}
			if i.Op == ir.Load || i.Op == ir.Store || i.IsCall() {
				r.moved[list[0]] = d.Carried(i)
			}
			r.values[list[0]] = valueTaken{d.Word(i), d.Active(i)}
			list = list[1:]
		}
	}
	return known{clone, r, size}
}

// recorded is how a derivative took what a function moves, for a copy of the function.
type recorded struct {
	values map[ir.Value]valueTaken
	moved  map[*ir.Instr]Carried
}

type valueTaken struct{ word, active bool }

func (r recorded) Carried(i *ir.Instr) Carried { return r.moved[i] }
func (r recorded) Word(v ir.Value) bool        { return r.values[v].word }
func (r recorded) Active(v ir.Value) bool      { return r.values[v].active }

// callOf adds the rules of a call of a function by its name.
func callOf(s *System, args []*node, result *node, f *function) {
	c := &site{args: args, result: result, context: s.facts.context}
	f.sites = append(f.sites, c)
	together(s, c, f)
}

// together adds the rules of a call: apart from others if that is asked and can be, else of the body that all share.
func together(s *System, c *site, f *function) {
	if c.apart || s.apart && enter(s, c, f) {
		return
	}
	if c.link == nil {
		c.link = &context{outer: c.context}
		outside(s, c.link, func() { s.link(c.args, c.result, f) })
	}
	if s.apart {
		revive(s, f)
	}
}

// enter adds the rules of a function's bodies for a call of it, where they are small.
func enter(s *System, c *site, f *function) bool {
	depth, size := 0, 0
	if c.context != nil {
		depth = c.context.depth
	}
	for _, b := range f.bodies {
		size += b.size
	}
	if !f.small() || depth >= mostContexts || s.copied+size > mostCopied || c.context.calling(f.fn) {
		return false
	}
	s.copied += size
	c.apart = true
	if c.link != nil {
		c.link.dead = true
	}
	outside(s, &context{of: f.fn, outer: c.context, depth: depth + 1, nodes: map[ir.Value]*node{}, objects: map[ir.Value]objectID{}}, func() {
		for _, b := range f.bodies {
			rulesOf(s, &function{fn: f.fn, params: c.args, ret: c.result}, b)
		}
	})
	return true
}

// small reports whether the bodies of a function are known, and small.
func (f *function) small() bool {
	return len(f.bodies) > 0 && !slices.ContainsFunc(f.bodies, func(b known) bool { return b.size > mostSmall })
}

// outside has rules added in a context, as they are where none is looked at.
func outside(s *System, c *context, add func()) {
	context, inRule := s.facts.context, s.facts.inRule
	s.facts.context, s.facts.inRule = c, false
	add()
	s.facts.context, s.facts.inRule = context, inRule
}

// tellApart has calls of small functions looked at one by one from now on; it reports whether there are any.
func tellApart(s *System, root *ir.Function) bool {
	if !slices.ContainsFunc(s.order, func(f *function) bool { return f.small() && len(f.sites) > 1 }) {
		return false
	}
	s.apart = true
	for _, f := range s.order {
		f.scope.dead = f.fn != root && f.small() && len(f.sites) > 0 && !f.through
	}
	for k := 0; k < len(s.order); k++ {
		enterAll(s, s.order[k])
	}
	for k := 0; k < len(s.order); k++ {
		if f := s.order[k]; f.scope.dead && !slices.ContainsFunc(f.sites, func(c *site) bool { return c.apart }) {
			revive(s, f) // functions that nothing but each other calls by name
		}
	}
	return true
}

// enterAll looks at the calls of a function one by one.
func enterAll(s *System, f *function) {
	for _, c := range slices.Clone(f.sites) {
		if !c.context.ended() {
			together(s, c, f)
		}
	}
}

// revive says that the rules that calls of a function share hold.
func revive(s *System, f *function) {
	if !f.scope.dead {
		return
	}
	f.scope.dead = false
	for _, r := range s.facts.rules {
		if r.context == f.scope || r.context != nil && r.context.outer == f.scope {
			s.facts.wake(r)
		}
	}
	for k := 0; k < len(s.order); k++ {
		if slices.ContainsFunc(s.order[k].sites, func(c *site) bool { return c.context == f.scope }) {
			enterAll(s, s.order[k])
		}
	}
}

// local reports whether a value is of one body.
func local(v ir.Value) bool {
	switch v.(type) {
	case *ir.Instr, *ir.Param:
		return true
	}
	return false
}
