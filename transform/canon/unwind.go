package canon

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// OnUnwind inserts code where an exception leaves a function: cleanup emits it in each such
// place. throws says which calls may throw, of those not marked nounwind. Nothing changes in a
// module without exceptions.
func OnUnwind(f *ir.Function, throws func(*ir.Instr) bool, cleanup func(*ir.Builder)) {
	if f.HasAttr("nounwind") {
		return
	}
	var calls []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.Resume:
				at := ir.NewBuilder(b)
				at.Before(i)
				cleanup(at)
			case i.Op == ir.Call && mayThrow(i) && throws(i):
				calls = append(calls, i)
			}
		}
	}
	clause := personality(f)
	if clause == "" {
		clause = cxxPersonality(f.Module)
		if clause == "" || len(calls) == 0 {
			return
		}
		at := attachmentsAt(f.Suffix)
		f.Suffix = strings.TrimSpace(strings.TrimSpace(f.Suffix[:at]) + " " + clause + " " + f.Suffix[at:])
	}
	if len(calls) == 0 {
		return
	}
	SlotsFirst(f) // an invoke ends the entry block: slots behind it would be allocated while the function runs
	m := f.Module
	pad := f.NewBlock(f.FreshName("unwind"))
	caught := ir.NewInstr(ir.LandingPad, m.Struct(m.Ptr(), ir.I32))
	caught.Flags = ir.Cleanup
	pad.Append(caught)
	b := ir.NewBuilder(pad)
	cleanup(b)
	b.Insert(ir.NewInstr(ir.Resume, ir.Void, caught))
	for _, c := range calls {
		toInvoke(c, pad, f.FreshName("cont"))
	}
}

// cxxPersonality is the personality clause of C++, "" in a module where no function handles
// exceptions.
func cxxPersonality(m *ir.Module) string {
	const name = "__gxx_personality_v0"
	switch {
	case m.Func(name) == nil:
		return ""
	case m.Typed:
		return "personality i8* bitcast (i32 (...)* @" + name + " to i8*)"
	}
	return "personality ptr @" + name
}
