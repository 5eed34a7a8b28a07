package flang

import (
	"slices"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

const (
	prefix    = "_FortranA" // of the names of the library's functions
	ownPrefix = "llad.flang."
)

// Lower gives calls of flang's run-time library in functions bodies: they are then calls of internal
// functions of the module that do the same. Functions that get an internal procedure have copies that call it. The functions are all of which the code that is
// differentiated consists, each loaded.
func Lower(fns []*ir.Function) {
	fns = append(slices.Clip(fns), trampolines(fns)...)
	var calls []*ir.Instr
	for _, f := range fns {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if g := i.CalledFunc(); g != nil && g.IsDecl && entryOf(g.Name) != nil {
					calls = append(calls, i)
				}
			}
		}
	}
	if len(calls) == 0 {
		return
	}
	m := calls[0].Parent.Parent.Module
	if m.Typed || m.Layout.BigEndian() || m.Layout.PtrBits(0) != 64 {
		return
	}
	s := &lowering{m: m, memory: &memory{layout: m.Layout, calls: callsOf(fns)}}
	s.types = &types{memory: s.memory, m: m, made: map[*ir.Global]*derived{}, kinds: loadedKinds(fns)}
	// What is known is asked of the code as it was: all bodies are chosen before a call is changed.
	bodies := make([]*ir.Function, len(calls))
	for n, i := range calls {
		bodies[n] = s.body(i)
	}
	for n, i := range calls {
		if bodies[n] != nil {
			i.SetArg(i.NumArgs()-1, bodies[n])
		}
	}
}

// callsOf are the calls of each function among functions.
func callsOf(fns []*ir.Function) map[*ir.Function][]*ir.Instr {
	calls := map[*ir.Function][]*ir.Instr{}
	for _, f := range fns {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if g := i.CalledFunc(); g != nil && !g.IsDecl {
					calls[g] = append(calls[g], i)
				}
			}
		}
	}
	return calls
}

// lowering is the state of one Lower.
type lowering struct {
	m      *ir.Module
	memory *memory
	types  *types
}

// site is a call that gets a body.
type site struct {
	*lowering
	call *ir.Instr
	name string // of the library's function, without prefix and kind
	key  []string
}

// entry is a function of the library. For a call choose gives what writes the body, nil where the
// call says too little; what the body depends on besides the name is noted in the key.
type entry struct {
	name   string
	params int // how many a call must have at least
	choose func(s *site) func(k *code)
}

// body is the function that does what a call does, nil for none.
func (l *lowering) body(i *ir.Instr) *ir.Function {
	g := i.CalledFunc()
	e := entryOf(g.Name)
	s := &site{lowering: l, call: i, name: strings.TrimPrefix(g.Name, prefix)}
	if i.NumCallArgs() < e.params || i.FnType() != g.Typ {
		return nil
	}
	write := e.choose(s)
	if write == nil && s.absent() {
		s.key, write = []string{"absent"}, neverRun
	}
	if write == nil {
		return nil
	}
	name := ownPrefix + strings.Join(append([]string{s.name}, s.key...), ".")
	return l.function(name, g.Typ, write)
}

// function gives the function of that name, which write writes the body of.
func (l *lowering) function(name string, typ *ir.Type, write func(k *code)) *ir.Function {
	if f := l.m.Func(name); f != nil {
		return f
	}
	f := l.m.AddFunc(name, typ)
	f.Prefix, f.Suffix, f.IsDecl = "internal", "nounwind", false
	f.NewBlock("entry")
	k := structured.New(f)
	write(k)
	if k.B.Term() == nil && typ.Ret.Kind == ir.VoidKind {
		k.Ret(nil)
	}
	k.End()
	return f
}

// absent reports whether the call works with an argument that no caller passes: then it is not run.
func (s *site) absent() bool {
	last := 1 // of those that are always there: the result or the array, and the array
	if s.name == "Pack" || s.name == "Unpack" {
		last = 2
	}
	for n := range last + 1 {
		if p, ok := s.call.Arg(n).(*ir.Param); ok && s.memory.neverPassed(p, maxDepth) {
			return true
		}
	}
	return false
}

// neverRun is the body of a call that is not run, as far as is known.
func neverRun(k *code) {
	stop(k, ir.NewBool(true), "an argument is used that is not present")
	if t := k.F.Typ.Ret; t.Kind != ir.VoidKind {
		k.Ret(ir.Zero(t))
	}
}

// note adds to what tells bodies of one name from each other.
func (s *site) note(what ...any) {
	for _, w := range what {
		switch w := w.(type) {
		case string:
			s.key = append(s.key, w)
		case int:
			s.key = append(s.key, strconv.Itoa(w))
		case bool:
			s.key = append(s.key, map[bool]string{true: "y", false: "n"}[w])
		case element:
			s.key = append(s.key, w.name())
		case box:
			s.key = append(s.key, w.name())
		}
	}
}

// name is what a body depends on of what is known of a descriptor.
func (b box) name() string {
	if b.null {
		return "null"
	}
	text := "r" + strconv.Itoa(b.rank) + "a" + strconv.Itoa(b.attribute) + "c" + strconv.Itoa(b.code)
	if b.open {
		text += "o"
	}
	return text
}

// box is what is known of the descriptor that an argument is.
func (s *site) box(arg int) box {
	b := s.memory.box(s.call.Arg(arg))
	s.note(b)
	return b
}

// constant is an argument that is a number.
func (s *site) constant(arg int) (int, bool) {
	n, ok := ir.IntValue(s.call.Arg(arg))
	s.note(int(n))
	return int(n), ok
}

// entryOf is the entry of a function, nil for none.
func entryOf(name string) *entry {
	name, ok := strings.CutPrefix(name, prefix)
	if !ok {
		return nil
	}
	for k := range entries {
		e := &entries[k]
		if base, any := strings.CutSuffix(e.name, "*"); name == e.name || any && strings.HasPrefix(name, base) {
			return e
		}
	}
	return nil
}

// keepsType reports whether a function of the library leaves the type and the rank of a descriptor
// that it is handed, if that is not polymorphic.
func keepsType(f *ir.Function) bool {
	name, ok := libraryName(f)
	return ok && !slices.ContainsFunc(typeSetters, func(word string) bool { return strings.Contains(name, word) })
}

// libraryName is the name in the library of a function of it, and of what stands for one since an earlier
// request.
func libraryName(f *ir.Function) (string, bool) {
	if name, ok := strings.CutPrefix(f.Name, ownPrefix); ok {
		return name, true
	}
	name, ok := strings.CutPrefix(f.Name, prefix)
	return name, ok && f.IsDecl
}

// typeSetters are words in names of functions that may give a polymorphic descriptor another type.
var typeSetters = append([]string{"AllocateSource", "MoveAlloc", "Associate", "UpdateDescriptor"}, polymorphic...)

// polymorphic are those in names of functions that most other descriptors are not handed to.
var polymorphic = []string{"Derived", "Polymorphic", "ApplyMold"}

// setsType reports whether a function of the library gives descriptors another type.
func setsType(f *ir.Function) bool {
	name, ok := libraryName(f)
	return ok && slices.ContainsFunc(polymorphic, func(word string) bool { return strings.Contains(name, word) })
}

// reads reports whether a function of the library leaves all descriptors but the first as they are.
func reads(f *ir.Function) bool {
	name, ok := libraryName(f)
	return ok && slices.ContainsFunc(models, func(word string) bool { return strings.Contains(name, word) })
}

// models are words in names of functions that are handed a descriptor which the first one follows.
var models = []string{"AllocateSource", "ApplyMold", "AssignPolymorphic"}

// establishes reports whether a function of the library makes its first descriptor one of the type and the rank of
// its second.
func establishes(f *ir.Function) bool {
	name, ok := libraryName(f)
	return ok && strings.HasPrefix(name, "CopyInAssign")
}

// entries are the functions of the library that have bodies; * stands for kinds.
var entries = []entry{
	{"AssignTemporary", 2, assign},
	{"AssignPolymorphic", 2, assignPolymorphic},
	{"Assign", 2, assign},
	{"CopyAndUpdateDescriptor", 5, copyDescriptor},
	{"CopyInAssign", 2, copyIn},
	{"CopyOutAssign", 2, copyOut},
	{"IsContiguous", 1, contiguous},

	{"Initialize", 1, objects},
	{"Destroy", 1, objects},
	{"DestroyWithoutFinalization", 1, objects},

	{"AllocatableSetBounds", 4, setBounds},
	{"PointerSetBounds", 4, setBounds},
	{"AllocatableAllocate", 5, allocation},
	{"PointerAllocate", 4, allocation},
	{"AllocatableAllocateSource", 4, allocateSource},
	{"PointerAllocateSource", 4, allocateSource},
	{"AllocatableDeallocate", 2, deallocation},
	{"PointerDeallocate", 2, deallocation},
	{"AllocatableDeallocatePolymorphic", 3, deallocation},
	{"PointerDeallocatePolymorphic", 3, deallocation},
	{"AllocatableInitDerivedForAllocate", 3, initDerived},
	{"PointerNullifyDerived", 3, initDerived},
	{"AllocatableApplyMold", 3, applyMold},
	{"PointerApplyMold", 3, applyMold},
	{"MoveAlloc", 4, moveAlloc},
	{"PointerIsAssociated", 1, associated},
	{"PointerAssociate", 2, associate},

	{"InitArrayConstructorVector", 3, beginConstructor},
	{"PushArrayConstructorValue", 2, pushValue},
	{"PushArrayConstructorSimpleScalar", 2, pushScalar},

	{"SumDim", 6, foldDim},
	{"ProductDim", 6, foldDim},
	{"MaxvalDim", 6, foldDim},
	{"MinvalDim", 6, foldDim},
	{"Norm2Dim", 5, normDim},
	{"Sum*", 5, fold},
	{"Product*", 5, fold},
	{"Maxval*", 5, fold},
	{"Minval*", 5, fold},
	{"Norm2_*", 2, norm},
	{"DotProduct*", 2, dot},
	{"CppSumComplex*", 6, foldComplex},
	{"CppProductComplex*", 6, foldComplex},
	{"CppDotProductComplex*", 3, dotComplex},
	{"All", 4, truths},
	{"Any", 4, truths},
	{"Count", 4, truths},
	{"MaxlocDim", 8, locateDim},
	{"MinlocDim", 8, locateDim},
	{"FindlocDim", 9, findDim},
	{"Maxloc*", 7, locate},
	{"Minloc*", 7, locate},
	{"Findloc", 8, find},

	{"Matmul*", 3, matmul},
	{"Transpose", 2, transpose},
	{"Spread", 4, spread},
	{"Reshape", 5, reshape},
	{"Pack", 4, pack},
	{"Unpack", 4, unpack},
	{"CshiftVector", 3, cshiftVector},
	{"EoshiftVector", 4, eoshiftVector},
	{"Cshift", 4, cshift},
	{"Eoshift", 5, eoshift},
	{"Trim", 2, trim},
	{"Adjustl", 2, adjust},
	{"Adjustr", 2, adjust},
	{"Repeat", 3, repeat},

	{"ModReal*", 2, remainder},
	{"ModuloReal*", 2, remainder},
	{"Scale*", 2, scale},
	{"Fraction*", 1, fraction},
	{"SetExponent*", 2, fraction},
	{"zpowi", 3, power},
	{"zpowk", 3, power},
}
