package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// siblings gives the values of functions, by name, of the first operand of i
// that the primal computes as well: cos where the derivative of sin is wanted.
func (lks *lookups) siblings(i *ir.Instr, names []string) map[string]ir.Value {
	var known map[string]ir.Value
	for _, name := range names {
		if c := lks.cu.s.sibling(i, name); c != nil {
			if known == nil {
				known = map[string]ir.Value{}
			}
			known[name] = lks.lookup(c)
		}
	}
	return known
}

// sibling finds a call of the function with the first operand of i that is
// executed whenever i is; nil if there is none.
func (s *synth) sibling(i *ir.Instr, name string) *ir.Instr {
	for u := range ir.Uses(i.Arg(0)) {
		c := u.User
		if c == i || c.Parent == nil || c.Op != ir.Call || u.Index() != 0 || c.Typ != i.Typ || c.NumCallArgs() != 1 {
			continue
		}
		if rule := rules.ForInstr(c); rule == nil || rule.Name != name {
			continue
		}
		if c.Parent == i.Parent || s.fn.dt.Dominates(c.Parent, i.Parent) && s.encloses(c, i) {
			return c
		}
	}
	return nil
}

// encloses reports whether the loops around a are around b too.
func (s *synth) encloses(a, b *ir.Instr) bool {
	l := s.fn.loops.Of(a.Parent)
	return l == nil || l.Contains(b.Parent)
}
