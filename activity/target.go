package activity

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// targetKind is what a call does, as far as derivatives and pointers go.
type targetKind uint8

const (
	toInactive targetKind = iota // moves nothing
	toMath                       // a rule
	toAlloc
	toFree
	toRealloc
	toCopy     // memcpy, memmove
	toSet      // memset
	toLoad     // masked.load, gather, expandload: address first
	toStore    // masked.store, scatter, compressstore: value, address
	toLink     // addresses are moved among what its arguments lead to and its result
	toPass     // the result is the first argument, perhaps elsewhere in its object
	toDefined  // a function with a body, or with a derivative that the program gives
	toUnknown  // a function without body and rule
	toIndirect // through a pointer
	toAsm
)

// target is what is known of a call.
type target struct {
	kind  targetKind
	known *rules.Known
	rule  *rules.Rule
	fn    *ir.Function // the called function, nil for indirect calls and assembly
	given bool         // toDefined: the program gives its derivative
	obj   int32        // fresh memory that the call makes, 0 for none
	made  []int32      // the same of callees with a body, by number; 0 for none

	// of an indirect call
	callees []*ir.Function // functions with a body that it may reach
	open    bool           // others are possible
	virtual []*ir.Function // open: those of the module's classes
}

// vectorMemory are the intrinsics that load and store vectors under a mask.
var vectorMemory = []struct {
	prefix string
	kind   targetKind
}{
	{"llvm.masked.load.", toLoad},
	{"llvm.masked.gather.", toLoad},
	{"llvm.masked.expandload.", toLoad},
	{"llvm.masked.store.", toStore},
	{"llvm.masked.scatter.", toStore},
	{"llvm.masked.compressstore.", toStore},
}

// targetOf classifies a call; the answer is kept.
func (p *points) targetOf(i *ir.Instr) *target {
	if t, ok := p.targets[i]; ok {
		return t
	}
	t := classify(i, p.of.forward)
	if t.kind == toUnknown && t.known == nil && p.module.calls.NeverBack(i, t.fn) {
		t.kind, t.known = toInactive, &rules.Known{Class: rules.NoReturn}
	}
	p.targets[i] = t
	return t
}

// classify tells the target of a call; forward is the mode, on which the
// derivatives that the program gives depend.
func classify(i *ir.Instr, forward bool) *target {
	fn := i.CalledFunc()
	if i.Flags&ir.Part != 0 {
		return &target{kind: toInactive, known: rules.KnownOf(fn), fn: fn}
	}
	if fn == nil {
		if _, ok := i.Callee().(*ir.InlineAsm); ok {
			return &target{kind: toAsm}
		}
		return &target{kind: toIndirect}
	}
	given := rules.GivenOf(fn)
	switch {
	case given.Has(forward):
		return &target{kind: toDefined, fn: fn, given: true}
	case !fn.IsDecl && given.What() == nil && !rules.Wholly(fn):
		return &target{kind: toDefined, fn: fn}
	}
	for _, r := range vectorMemory {
		if strings.HasPrefix(fn.Name, r.prefix) {
			return &target{kind: r.kind, fn: fn}
		}
	}
	t := &target{kind: toUnknown, fn: fn, known: rules.KnownOf(fn), rule: rules.ForInstr(i)}
	if t.known == nil {
		if t.rule != nil {
			t.known = &rules.Known{Class: rules.Math}
			t.kind = toMath
		}
		return t
	}
	switch t.known.Class {
	case rules.Math:
		if t.rule != nil {
			t.kind = toMath
		}
	case rules.Inactive, rules.NoReturn:
		t.kind = toInactive
	case rules.Alloc:
		t.kind = toAlloc
	case rules.Free:
		t.kind = toFree
	case rules.Realloc:
		t.kind = toRealloc
	case rules.MemCpy, rules.MemMove:
		t.kind = toCopy
	case rules.MemSet:
		t.kind = toSet
	case rules.Links:
		t.kind = toLink
	case rules.Same, rules.Within:
		t.kind = toPass
	}
	return t
}

// addressArg is the operand of a toLoad or toStore call that is the address.
func (t *target) addressArg() int {
	if t.kind == toStore {
		return 1
	}
	return 0
}
