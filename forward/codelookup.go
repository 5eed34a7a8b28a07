package forward

import (
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// lookup finds shadows of functions of a type by their addresses, when the program runs.
type lookup struct {
	*shadowrt.CodeLookup
	typ     *ir.Type
	width   int
	library bool // others are a library's functions
}

// lookedUp is the shadow of the pointer that i calls through: the one that came along, or that of the function
// at the address. The functions are such as code that ran before may have put there; with library, others are a library's.
func (cls *calls) lookedUp(i *ir.Instr, shadow ir.Value, functions []*ir.Function, library bool) ir.Value {
	var found *lookup
	for _, l := range cls.bd.env.lookups {
		if l.width == cls.bd.t.width && l.library == library && ir.Same(l.typ, i.FnType()) {
			found = l
		}
	}
	if found == nil {
		why := cls.bd.diagnose(i, shadowrt.CodeIndirect, "indirect call on active data through a pointer without a shadow").Error()
		found = &lookup{shadowrt.NewCodeLookup(cls.bd.m, why), i.FnType(), cls.bd.t.width, library}
		if library {
			found.Library(cls.bd.m, libraryTangent(cls.bd.m, found.typ, found.width))
		}
		cls.bd.env.lookups = append(cls.bd.env.lookups, found)
	}
	for _, f := range functions {
		found.Add(cls.bd.m, f, cls.tg.shadowFunc(f))
	}
	_, v := found.Find(cls.bd.b, i.Callee(), shadow)
	return v
}

// libraryTangent stands for the tangent functions of a library's functions of type t, which have no derivative.
func libraryTangent(m *ir.Module, t *ir.Type, width int) *ir.Function {
	seed := addressSeed(t)
	f := m.AddFunc(m.FreshSymbol("llad.library"), internalType(m, t, seed, width))
	f.Prefix, f.IsDecl = "internal", false
	b := ir.NewBuilder(f.NewBlock("entry"))
	value, shadow := shadowrt.CallLibrary(b, t, f.Params, width, func(k int) bool { return paramKind(seed, k) != signature.Const })
	if !hasRetTangent(t, seed) {
		b.Ret(value)
		return f
	}
	result := b.InsertValue(ir.Undef(f.Typ.Ret), value, 0)
	for lane := range width {
		result = b.InsertValue(result, shadow, 1+lane)
	}
	b.Ret(result)
	return f
}
