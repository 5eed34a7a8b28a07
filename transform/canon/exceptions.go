package canon

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// ExceptionObject is the name of the function that stands for __cxa_allocate_exception while a
// function is differentiated. Its arguments are the address of a slot, whose shadow is the
// shadow of the exception object, and the size.
const ExceptionObject = "llad.exception"

// ExceptionOver is the name of the function that marks where the runtime frees or changes an
// exception object.
const ExceptionOver = "llad.exception.over"

// Exceptions makes the exceptions that f throws and handles itself visible to analysis: each
// exception object gets a stack slot that provides its shadow, and the object that a handler
// receives is compared with those that were thrown. Exceptions of the standard library's
// types, and of types whose bases have unknown offsets, stay as they are, as do all where the
// program keeps exceptions after their handlers. It reports whether there were any.
func Exceptions(f *ir.Function) bool {
	if keepsExceptions(f.Module) {
		return false
	}
	throwApart(f)
	x := &exceptions{f: f, m: f.Module, preds: f.Preds()}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch {
			case calls(i, "__cxa_allocate_exception"):
				x.note(i)
			case calls(i, "__cxa_begin_catch"), calls(i, "__cxa_get_exception_ptr"):
				if ir.HasUses(i) {
					x.caught = append(x.caught, i)
				}
			case calls(i, "__cxa_end_catch"):
				x.ends = append(x.ends, i)
			}
		}
	}
	if len(x.sites) == 0 || len(x.sites) > maxThrown {
		return false
	}
	for _, s := range x.sites {
		x.provideShadow(s)
	}
	for _, s := range x.sites {
		x.forget(s)
	}
	for _, c := range x.caught {
		x.arrive(c)
	}
	for _, e := range x.ends {
		x.over(e)
	}
	return true
}

// PlainExceptions undoes Exceptions in a generated function. It reports whether there was
// anything to undo.
func PlainExceptions(f *ir.Function) bool {
	m := f.Module
	made, over := m.Func(ExceptionObject), m.Func(ExceptionOver)
	if made == nil {
		return false
	}
	var all []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.IsCall() && (i.CalledFunc() == made || over != nil && i.CalledFunc() == over) {
				all = append(all, i)
			}
		}
	}
	for _, i := range all {
		if i.CalledFunc() == made {
			b := ir.NewBuilder(i.Parent)
			b.Before(i)
			b.Meta = i.Meta
			c := b.CallFunc(m.Declare("__cxa_allocate_exception", m.FuncType(m.Ptr(), ir.I64)), i.Arg(1))
			ir.ReplaceAllUses(i, c)
		}
		i.Erase()
	}
	return len(all) > 0
}

// maxThrown bounds the allocations of exceptions in a function: each is compared with all
// others.
const maxThrown = 48

// exceptions is the state of Exceptions in one function.
type exceptions struct {
	f      *ir.Function
	m      *ir.Module
	sites  []*thrownAt
	caught []*ir.Instr
	ends   []*ir.Instr
	preds  [][]*ir.Block
}

// thrownAt is an allocation of an exception object.
type thrownAt struct {
	made    *ir.Instr
	throws  []*ir.Instr
	address ir.Value  // what handlers get, where bases stand at the begin
	slot    *ir.Instr // holds the exception's address once it was thrown
	bases   []base    // what handlers may find in it, where
	pointer bool      // handlers get what the exception points to
	plain   bool      // nothing is done when it ends
	reached map[*ir.Block]bool
}

func calls(i *ir.Instr, name string) bool {
	if !i.IsCall() {
		return false
	}
	g := i.CalledFunc()
	return g != nil && g.Name == name
}

// keepsExceptions reports whether a program rethrows exceptions outside of the handler that
// caught them.
func keepsExceptions(m *ir.Module) bool {
	for _, name := range m.FuncNames() {
		if strings.HasPrefix(name, "_ZSt17rethrow_exception") || strings.Contains(name, "nested_exception") {
			return true
		}
	}
	return false
}

// note records an allocation if the thrown type and its bases are known.
func (x *exceptions) note(i *ir.Instr) {
	size, ok := ir.IntValue(i.Arg(0))
	if !ok || i.Op != ir.Call || size <= 0 || i.Arg(0).Type() != ir.I64 || i.Parent == nil {
		return
	}
	s := &thrownAt{made: i, plain: true}
	for u := range ir.Uses(i) {
		t := u.User
		if !calls(t, "__cxa_throw") || t.Arg(0) != ir.Value(i) {
			continue
		}
		info := t.Arg(1)
		if to := pointerTo(info); to != nil {
			s.pointer, info = true, to
		}
		bases, ok := basesOf(info, 0)
		if !ok || s.throws != nil || !s.pointer && bases[0].plain() {
			return
		}
		s.throws, s.bases = append(s.throws, t), bases
		s.plain = analysis.LeadsNowhere(t.Arg(2))
	}
	if s.throws == nil {
		return
	}
	s.reached = map[*ir.Block]bool{}
	work := []*ir.Block{}
	if t := s.throws[0]; t.Op == ir.Invoke {
		work = append(work, t.Blocks[1])
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !s.reached[b] {
			s.reached[b] = true
			work = append(work, b.Succs()...)
		}
	}
	x.sites = append(x.sites, s)
}

// provideShadow replaces the allocation by a call of ExceptionObject with a new slot.
func (x *exceptions) provideShadow(s *thrownAt) {
	i := s.made
	size, _ := ir.IntValue(i.Arg(0))
	b := ir.NewBuilder(x.f.Entry())
	b.AtStart(x.f.Entry())
	ptr := x.m.Ptr()
	lent := b.Alloca(x.m.Types.Array(ir.I8, size), nil, 16)
	b.Before(i)
	b.Meta = i.Meta
	c := b.CallFunc(x.m.Declare(ExceptionObject, x.m.FuncType(ptr, ptr, ir.I64)), b.Cast(ir.BitCast, lent, ptr), ir.NewInt(ir.I64, size))
	c.Extra().RetAttrs = "noalias"
	ir.ReplaceAllUses(i, b.Cast(ir.BitCast, c, i.Typ))
	i.Erase()
	if !x.arrives(s) {
		return
	}
	b.AtStart(x.f.Entry())
	s.slot = b.Alloca(ptr, nil, 8)
	b.After(s.slot)
	b.Store(ir.Zero(ptr), s.slot, 8)
	b.Before(s.throws[0])
	var thrown ir.Value = c
	if s.pointer {
		thrown = b.Load(ptr, c, 8)
	}
	b.Store(thrown, s.slot, 8)
	s.address = thrown
}

// arrives reports whether an exception may be caught in the function.
func (x *exceptions) arrives(s *thrownAt) bool {
	handled := func(i *ir.Instr) bool { return s.reached[i.Parent] }
	return slices.ContainsFunc(x.caught, handled) || slices.ContainsFunc(x.ends, handled)
}

// forget clears the slots of earlier exceptions at the address of a new one: a handler would
// take it for one of them.
func (x *exceptions) forget(s *thrownAt) {
	if s.slot == nil {
		return
	}
	b := ir.NewBuilder(s.throws[0].Parent)
	b.Before(s.throws[0])
	ptr := x.m.Ptr()
	for _, o := range x.sites {
		if o != s && o.slot != nil {
			old := b.Load(ptr, o.slot, 8)
			far := o.far()
			apart := b.Sub(b.Cast(ir.PtrToInt, old, ir.I64), b.Cast(ir.PtrToInt, s.address, ir.I64))
			same := b.ICmp(ir.ULE, b.Add(apart, ir.NewInt(ir.I64, far)), ir.NewInt(ir.I64, far+s.far()))
			b.Store(b.Select(same, ir.Zero(ptr), old), o.slot, 8)
		}
	}
}

// arrive selects, in a handler, which of the thrown exceptions was caught.
func (x *exceptions) arrive(c *ir.Instr) {
	users := []*ir.Use{}
	for u := range ir.Uses(c) {
		users = append(users, u)
	}
	if len(users) == 0 || c.Op != ir.Call {
		return
	}
	b := ir.NewBuilder(c.Parent)
	b.After(c)
	b.Meta = edit.DebugLoc(c)
	var got ir.Value = c
	wanted := x.caughtType(c.Parent)
	for _, s := range x.sites {
		if s.slot == nil || !s.reached[c.Parent] {
			continue
		}
		offsets := s.offsetsOf(wanted)
		if len(offsets) == 0 {
			continue
		}
		thrown := b.Load(x.m.Ptr(), s.slot, 8)
		for _, o := range offsets {
			base := b.Cast(ir.BitCast, b.Offset(thrown, ir.NewInt(ir.I64, o)), c.Typ)
			got = b.Select(b.ICmp(ir.EQ, c, base), base, got)
		}
	}
	for _, u := range users {
		u.User.SetArg(u.Index(), got) // but not the comparisons
	}
}

// over marks the end of a handler.
func (x *exceptions) over(e *ir.Instr) {
	b := ir.NewBuilder(e.Parent)
	b.Before(e)
	b.Meta = edit.DebugLoc(e)
	for _, s := range x.sites {
		if s.slot == nil || !s.reached[e.Parent] {
			continue
		}
		ptr := x.m.Ptr()
		c := b.CallFunc(x.m.Declare(ExceptionOver, x.m.FuncType(ir.Void, ptr)), b.Load(ptr, s.slot, 8))
		if s.plain {
			c.Extra().FnAttrs = "argmemonly"
		}
	}
}
