package pointsto

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// targetKind is what a call does, as far as derivatives and pointers go.
type targetKind uint8

const (
	ToInactive targetKind = iota // moves nothing
	ToMath                       // a rule
	ToAlloc
	ToFree
	ToRealloc
	ToCopy     // memcpy, memmove
	ToSet      // memset
	ToLoad     // masked.load, gather, expandload: address first
	ToStore    // masked.store, scatter, compressstore: value, address
	ToLink     // addresses are moved among what its arguments lead to and its result
	ToPass     // the result is the first argument, perhaps elsewhere in its object
	ToDefined  // a function with a body, or with a derivative that the program gives
	ToUnknown  // a function without body and rule
	ToIndirect // through a pointer
	ToAsm
)

// Target is what is known of a call.
type Target struct {
	Kind  targetKind
	Known *rules.Known
	Rule  *rules.Rule
	Fn    *ir.Function // the called function, nil for indirect calls and assembly
	Given bool         // ToDefined: the program gives its derivative
	Obj   int32        // fresh memory that the call makes, 0 for none
	Made  []int32      // the same of callees with a body, by number; 0 for none

	// of an indirect call
	Callees []*ir.Function // functions with a body that it may reach
	Open    bool           // others are possible
	virtual []*ir.Function // open: those of the module's classes
}

// vectorMemory are the intrinsics that load and store vectors under a mask.
var vectorMemory = []struct {
	prefix string
	kind   targetKind
}{
	{"llvm.masked.load.", ToLoad},
	{"llvm.masked.gather.", ToLoad},
	{"llvm.masked.expandload.", ToLoad},
	{"llvm.masked.store.", ToStore},
	{"llvm.masked.scatter.", ToStore},
	{"llvm.masked.compressstore.", ToStore},
}

// TargetOf classifies a call; the answer is kept.
func (p *Analysis) TargetOf(i *ir.Instr) *Target {
	if t, ok := p.Targets[i]; ok {
		return t
	}
	t := Classify(i, p.Study.Forward)
	if t.Kind == ToUnknown && t.Known == nil && p.Module.Calls.NeverBack(i, t.Fn) {
		t.Kind, t.Known = ToInactive, &rules.Known{Class: rules.NoReturn}
	}
	p.Targets[i] = t
	return t
}

// Classify tells the target of a call; forward is the mode, on which the
// derivatives that the program gives depend.
func Classify(i *ir.Instr, forward bool) *Target {
	fn := i.CalledFunc()
	if fn == nil {
		if _, ok := i.Callee().(*ir.InlineAsm); ok {
			return &Target{Kind: ToAsm}
		}
		return &Target{Kind: ToIndirect}
	}
	given := rules.GivenOf(fn)
	switch {
	case given.Has(forward):
		return &Target{Kind: ToDefined, Fn: fn, Given: true}
	case !fn.IsDecl && given.What() == nil && !rules.Wholly(fn):
		return &Target{Kind: ToDefined, Fn: fn}
	}
	for _, r := range vectorMemory {
		if strings.HasPrefix(fn.Name, r.prefix) {
			return &Target{Kind: r.kind, Fn: fn}
		}
	}
	t := &Target{Kind: ToUnknown, Fn: fn, Known: rules.KnownOf(fn), Rule: rules.ForInstr(i)}
	if t.Known == nil {
		if t.Rule != nil {
			t.Known = &rules.Known{Class: rules.Math}
			t.Kind = ToMath
		}
		return t
	}
	switch t.Known.Class {
	case rules.Math:
		if t.Rule != nil {
			t.Kind = ToMath
		}
	case rules.Inactive, rules.NoReturn:
		t.Kind = ToInactive
	case rules.Alloc:
		t.Kind = ToAlloc
	case rules.Free:
		t.Kind = ToFree
	case rules.Realloc:
		t.Kind = ToRealloc
	case rules.MemCpy, rules.MemMove:
		t.Kind = ToCopy
	case rules.MemSet:
		t.Kind = ToSet
	case rules.Links:
		t.Kind = ToLink
	case rules.Same, rules.Within:
		t.Kind = ToPass
	}
	return t
}

// AddressArg is the operand of a ToLoad or ToStore call that is the address.
func (t *Target) AddressArg() int {
	if t.Kind == ToStore {
		return 1
	}
	return 0
}

// BodyOf is a function with a body that does what f does, for calls through f's
// address: f itself, for a declared one a function that calls it, made when first
// asked for. It is nil for a declared function with a variable number of arguments.
func BodyOf(f *ir.Function) *ir.Function {
	if !f.IsDecl {
		return f
	}
	if f.Typ.Variadic {
		return nil
	}
	m := f.Module
	name := "llad.body." + f.Name
	if strings.HasPrefix(f.Name, `"`) {
		name = `"llad.body.` + f.Name[1:]
	}
	if w := m.Func(name); w != nil && !w.IsDecl && ir.Same(w.Typ, f.Typ) {
		return w
	}
	return m.Calling(f, m.FreshSymbol(name))
}
