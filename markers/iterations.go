package markers

import (
	"strings"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// iterations prepares the functions that stand for a number of iterations: a
// call of __enzyme_iter(n, more) is n, and in every derivative of the function
// that calls it, n+more (a series of which each derivative needs more terms).
// The calls stay until the module is written, so that derivatives of
// derivatives find them.
func (r *registrar) iterations() {
	for _, name := range r.m.FuncNames() {
		if !strings.Contains(name, "__enzyme_iter") {
			continue
		}
		f := r.m.Func(name)
		if markerOf(f) != markFirst {
			continue
		}
		if t := f.Typ; len(t.Fields) != 2 || t.Variadic || !t.Ret.IsInt() || !ir.Same(t.Fields[0], t.Ret) || !ir.Same(t.Fields[1], t.Ret) {
			r.line, r.at = f.Line, f.Places()
			r.refuse("'%s' must take two integers of one type and return one", diag.Demangled(f))
			continue
		}
		f.Suffix = "nounwind readnone willreturn"
		f.Given = &rules.Given{Known: &rules.Known{Class: rules.Inactive, ReadOnly: true, NoFloats: true, Pure: true}}
	}
}

// eachIteration calls visit for the calls in f that stand for a number of
// iterations.
func eachIteration(f *ir.Function, visit func(*ir.Instr)) {
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if i.IsCall() && markerOf(i.CalledFunc()) == markFirst && i.NumCallArgs() == 2 {
				visit(i)
			}
		}
	}
}

// moreIterations makes a copy of a function iterate as its derivative does.
func moreIterations(f *ir.Function) {
	eachIteration(f, func(i *ir.Instr) {
		b := ir.NewBuilder(i.Parent)
		b.Before(i)
		i.SetArg(0, b.Add(i.Arg(0), i.Arg(1)))
	})
}

// DropIterations puts the numbers in the place of the calls that stand for a number of iterations.
func (l *Lowering) DropIterations() {
	some := false
	for _, name := range l.d.M.FuncNames() {
		some = some || strings.Contains(name, "__enzyme_iter")
	}
	if !some {
		return
	}
	for _, name := range l.d.M.FuncNames() {
		if f := l.d.M.Func(name); f != nil && len(f.Blocks) > 0 {
			eachIteration(f, func(i *ir.Instr) {
				ir.ReplaceAllUses(i, i.Arg(0))
				dropHint(i)
			})
		}
	}
}
