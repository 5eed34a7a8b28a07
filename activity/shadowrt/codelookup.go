package shadowrt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// CodeLookup is a function ptr (ptr, ptr) that gives the shadow of a function's address, through
// which a call is about to be made: where none came along, null or the address itself, that
// of the function which the address is of. The program ends with a message where it is none of those.
type CodeLookup struct {
	fn    *ir.Function
	why   string
	known []knownCode

	library ir.Value // the shadow of all others, which are a library's functions; nil for none

	at map[*ir.Function]bool
}

type knownCode struct {
	fn     *ir.Function
	shadow ir.Value
}

// NewCodeLookup adds such a function to m; why is the message.
func NewCodeLookup(m *ir.Module, why string) *CodeLookup {
	l := &CodeLookup{fn: m.AddFunc(m.FreshSymbol("llad.code"), m.FuncType(m.Ptr(), m.Ptr(), m.Ptr())), why: why, at: map[*ir.Function]bool{}}
	l.fn.Prefix, l.fn.Suffix, l.fn.IsDecl = "internal", "nounwind", false
	l.write(m)
	return l
}

// Add has the function know the shadow of f.
func (l *CodeLookup) Add(m *ir.Module, f *ir.Function, shadow ir.Value) {
	if !l.at[f] {
		l.at[f] = true
		l.known = append(l.known, knownCode{f, shadow})
		l.write(m)
	}
}

// Find writes a call of the function; the result has the type of the pointer that is called.
func (l *CodeLookup) Find(b *ir.Builder, through, shadow ir.Value) (call, result *ir.Instr) {
	m := b.Module()
	call = b.CallFunc(l.fn, b.Cast(ir.BitCast, through, m.Ptr()), b.Cast(ir.BitCast, shadow, m.Ptr()))
	result = call
	if c, ok := b.Cast(ir.BitCast, call, through.Type()).(*ir.Instr); ok {
		result = c
	}
	return call, result
}

func (l *CodeLookup) write(m *ir.Module) {
	l.fn.DropBlocks()
	code, shadow := l.fn.Params[0], l.fn.Params[1]
	entry, some, find, done := l.fn.NewBlock("entry"), l.fn.NewBlock("some"), l.fn.NewBlock("find"), l.fn.NewBlock("done")
	b := ir.NewBuilder(entry)
	b.CondBr(b.ICmp(ir.EQ, shadow, ir.Zero(m.Ptr())), find, some)
	b.AtEnd(some)
	b.CondBr(b.ICmp(ir.EQ, code, shadow), find, done)
	b.AtEnd(done)
	b.Ret(shadow)
	b.AtEnd(find)
	for _, k := range l.known {
		yes, no := l.fn.NewBlock("this"), l.fn.NewBlock("other")
		b.CondBr(b.ICmp(ir.EQ, code, b.Cast(ir.BitCast, k.fn, m.Ptr())), yes, no)
		b.AtEnd(yes)
		b.Ret(b.Cast(ir.BitCast, k.shadow, m.Ptr()))
		b.AtEnd(no)
	}
	if l.library != nil {
		b.Store(code, calledVariable(m), 8)
		b.Ret(b.Cast(ir.BitCast, l.library, m.Ptr()))
		return
	}
	Stop(b, l.why)
	b.Unreachable()
}

// Fits reports whether a call of a function's type may be one of f, whatever its pointers lead to.
func Fits(f *ir.Function, t *ir.Type) bool { return !t.Variadic && FitsTypes(f, t.Ret, t.Fields) }

// FitsTypes is Fits for what a call gives and takes.
func FitsTypes(f *ir.Function, ret *ir.Type, params []*ir.Type) bool {
	alike := func(x, y *ir.Type) bool { return ir.Same(x, y) || x.IsPtr() && y.IsPtr() }
	return !f.Typ.Variadic && alike(f.Typ.Ret, ret) && slices.EqualFunc(f.Typ.Fields, params, alike)
}
