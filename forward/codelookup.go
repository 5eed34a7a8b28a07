package forward

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// lookup finds shadows of functions of a type by their addresses, when the program runs.
type lookup struct {
	*activity.CodeLookup
	typ   *ir.Type
	width int
}

// lookedUp is the shadow of the pointer that i calls through: the one that came along, or that of the function
// at the address. The functions are such as code that ran before may have put there.
func (s *synth) lookedUp(i *ir.Instr, shadow ir.Value, functions []*ir.Function) ir.Value {
	var found *lookup
	for _, l := range s.env.lookups {
		if l.width == s.t.width && ir.Same(l.typ, i.FnType()) {
			found = l
		}
	}
	if found == nil {
		why := s.diagnose(i, CodeUnknown, "indirect call on active data through a pointer without a shadow").Error()
		found = &lookup{activity.NewCodeLookup(s.m, why), i.FnType(), s.t.width}
		s.env.lookups = append(s.env.lookups, found)
	}
	for _, f := range functions {
		found.Add(s.m, f, s.shadowFunc(f))
	}
	_, v := found.Find(s.b, i.Callee(), shadow)
	return v
}
