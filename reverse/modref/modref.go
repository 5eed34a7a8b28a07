package modref

import (
	"fmt"
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// Place is memory as a function finds it: a variable, or what a parameter leads to; where
// indirect is set, what the address that stands there leads to.
type Place struct {
	Param    int // the number of the parameter; -1: a variable
	Global   *ir.Global
	Indirect bool
}

// PlaceOf is the place of memory at an address with that base (see analysis.Alias.Base), false where it has none.
func PlaceOf(a *analysis.Alias, base ir.Value) (Place, bool) {
	indirect := false
	if l, ok := base.(*ir.Instr); ok && l.Op == ir.Load {
		indirect = true
		base = a.Base(l.Arg(0))
	}
	switch v := base.(type) {
	case *ir.Param:
		return Place{Param: v.Index, Indirect: indirect}, true
	case *ir.Global:
		return Place{Param: -1, Global: v, Indirect: indirect}, true
	}
	return Place{}, false
}

// Effects lists the places that a function reads and writes. What it does to memory of its own is
// left out, and reads of memory that has no place.
type Effects struct {
	Reads, Writes []Place
	WritesElse    bool // it may write elsewhere, too
}

// Table has the effects of the functions of a module; they are found when they are first asked for.
type Table struct {
	of map[*ir.Function]*Effects
}

// Of looks through the body of f, and of what it calls. A function that calls itself writes anywhere.
func (t *Table) Of(f *ir.Function) *Effects {
	if e, ok := t.of[f]; ok {
		return e
	}
	if t.of == nil {
		t.of = map[*ir.Function]*Effects{}
	}
	t.of[f] = &Effects{WritesElse: true} // while f is looked through
	e := &Effects{}
	s := &scan{table: t, effects: e, alias: analysis.NewAlias(f)}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.Load:
				s.read(i.Arg(0))
			case ir.Store:
				s.write(i.Arg(1))
			case ir.AtomicRMW, ir.CmpXchg, ir.VAArg:
				s.write(i.Arg(0))
			case ir.Call, ir.Invoke, ir.CallBr:
				s.call(i)
			}
		}
	}
	t.of[f] = e
	return e
}

// scan collects what one function reads and writes.
type scan struct {
	table   *Table
	effects *Effects
	alias   *analysis.Alias
}

// read notes that memory at p is read.
func (s *scan) read(p ir.Value) {
	if at, ok := PlaceOf(s.alias, s.alias.Base(p)); ok && !slices.Contains(s.effects.Reads, at) {
		s.effects.Reads = append(s.effects.Reads, at)
	}
}

// write notes that memory at p is written.
func (s *scan) write(p ir.Value) {
	base := s.alias.Base(p)
	at, ok := PlaceOf(s.alias, base)
	switch {
	case !ok:
		s.effects.WritesElse = s.effects.WritesElse || !ownMemory(base)
	case !slices.Contains(s.effects.Writes, at):
		s.effects.Writes = append(s.effects.Writes, at)
	}
}

// ownMemory reports whether v is the address of an object that its function makes.
func ownMemory(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op == ir.Alloca {
		return ok
	}
	f := i.CalledFunc()
	if f == nil {
		return false
	}
	k := rules.KnownOf(f)
	return k != nil && k.Class == rules.Alloc
}

// call notes what the call i reads and writes.
func (s *scan) call(i *ir.Instr) {
	f := i.CalledFunc()
	if f == nil {
		s.effects.WritesElse = true
		return
	}
	k := rules.KnownOf(f)
	switch {
	case k == nil && !f.IsDecl && f.Load() == nil && len(f.Params) == i.NumCallArgs():
		s.body(i, s.table.Of(f))
	case k == nil:
		s.effects.WritesElse = true
	case k.Pure || k.ReadOnly || k.Class == rules.Alloc || Synchronises(f):
	case k.Class == rules.MemCpy || k.Class == rules.MemMove || k.Class == rules.MemSet:
		s.write(i.Arg(0))
	case k.Class == rules.Free:
		s.write(i.Arg(k.PtrArg))
	case k.WritesArgs || k.Class == rules.Math:
		for _, arg := range i.CallArgs() {
			if arg.Type().IsPtr() {
				s.write(arg)
			}
		}
	default:
		s.effects.WritesElse = true
	}
}

// body notes what the call i of a function does that reads and writes of.
func (s *scan) body(i *ir.Instr, of *Effects) {
	for _, at := range of.Reads {
		if here, _, ok := s.here(i, at); ok && !slices.Contains(s.effects.Reads, here) {
			s.effects.Reads = append(s.effects.Reads, here)
		}
	}
	s.effects.WritesElse = s.effects.WritesElse || of.WritesElse
	for _, at := range of.Writes {
		here, own, ok := s.here(i, at)
		switch {
		case !ok:
			s.effects.WritesElse = s.effects.WritesElse || !own
		case !slices.Contains(s.effects.Writes, here):
			s.effects.Writes = append(s.effects.Writes, here)
		}
	}
}

// here is the place for the caller that is at for what i calls; own, where it is memory that the caller made.
func (s *scan) here(i *ir.Instr, at Place) (here Place, own, ok bool) {
	if at.Param < 0 {
		return at, false, true
	}
	base := s.alias.Base(i.Arg(at.Param))
	if here, ok = PlaceOf(s.alias, base); !ok {
		return here, !at.Indirect && ownMemory(base), false
	}
	if at.Indirect && here.Indirect {
		return here, false, false
	}
	here.Indirect = here.Indirect || at.Indirect
	return here, false, true
}

// Synchronises reports whether f lets threads wait for each other, and writes nothing that the
// program reads.
func Synchronises(f *ir.Function) bool {
	switch f.Name {
	case "__kmpc_barrier", "__kmpc_cancel_barrier", "__kmpc_critical", "__kmpc_critical_with_hint", "__kmpc_end_critical":
		return true
	}
	return false
}

// String writes the place as text that is different for different places.
func (at Place) String() string {
	s := fmt.Sprint(at.Param)
	if at.Global != nil {
		s = at.Global.Name
	}
	if at.Indirect {
		s += "*"
	}
	return s
}
