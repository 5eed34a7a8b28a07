package forward

import (
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
)

// lookup finds shadows of functions of a type by their addresses, when the program runs.
type lookup struct {
	*shadowrt.CodeLookup
	typ   *ir.Type
	width int
}

// lookedUp is the shadow of the pointer that i calls through: the one that came along, or that of the function
// at the address. The functions are such as code that ran before may have put there.
func (cls *calls) lookedUp(i *ir.Instr, shadow ir.Value, functions []*ir.Function) ir.Value {
	var found *lookup
	for _, l := range cls.bd.env.lookups {
		if l.width == cls.bd.t.width && ir.Same(l.typ, i.FnType()) {
			found = l
		}
	}
	if found == nil {
		why := cls.bd.diagnose(i, shadowrt.CodeIndirect, "indirect call on active data through a pointer without a shadow").Error()
		found = &lookup{shadowrt.NewCodeLookup(cls.bd.m, why), i.FnType(), cls.bd.t.width}
		cls.bd.env.lookups = append(cls.bd.env.lookups, found)
	}
	for _, f := range functions {
		found.Add(cls.bd.m, f, cls.tg.shadowFunc(f))
	}
	_, v := found.Find(cls.bd.b, i.Callee(), shadow)
	return v
}
