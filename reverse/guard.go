package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// guarded reports whether what i computes may be dropped by a select (or the
// like: fmin, fmax): its adjoint is then zero, and must stay zero even where
// its partials are infinite.
func (s *synth) guarded(i *ir.Instr) bool {
	if s.guards == nil {
		s.findGuarded()
	}
	return s.guards[i]
}

func (s *synth) findGuarded() {
	s.guards = map[*ir.Instr]bool{}
	var stack []*ir.Instr
	push := func(v ir.Value) {
		if i, ok := v.(*ir.Instr); ok && !s.guards[i] && s.isActive(i) {
			s.guards[i] = true
			stack = append(stack, i)
		}
	}
	for _, b := range s.p.Blocks {
		for _, i := range b.Instrs {
			if s.drops(i) {
				for k := range i.NumArgs() {
					push(i.Arg(k))
				}
			}
		}
	}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if i.Op == ir.Phi || i.Op == ir.Load {
			continue
		}
		for k := range i.NumArgs() {
			push(i.Arg(k))
		}
	}
}

// drops reports whether i passes on one of its operands and drops the other.
func (s *synth) drops(i *ir.Instr) bool {
	if !s.isActive(i) {
		return false
	}
	if i.Op == ir.Select {
		return true
	}
	if i.Op != ir.Call {
		return false
	}
	r := rules.ForInstr(i)
	return r != nil && r.Drops()
}

// memberValue is a member of a struct, or an element of a vector in its place.
func memberValue(b *ir.Builder, v ir.Value, field int) ir.Value {
	if v.Type().IsVector() {
		return b.ExtractElement(v, ir.NewInt(ir.I32, int64(field)))
	}
	return b.ExtractValue(v, field)
}

// memberOf gives a member of the struct that a call returns as a value of p.
func (s *synth) memberOf(i *ir.Instr, field int) ir.Value {
	if s.outVals[i] == nil {
		s.outVals[i] = map[int]ir.Value{}
	}
	if v := s.outVals[i][field]; v != nil {
		return v
	}
	v := memberValue(after(i), i, field)
	s.active[v] = false
	s.outVals[i][field] = v
	return v
}
