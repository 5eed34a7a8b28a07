package activity

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/callgraph"
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// points finds the addresses of a function. addresses are the integer parameters that are known to be such.
func (e *Env) points(f *ir.Function, addresses ...*ir.Param) *pointsto.Analysis {
	e.noteFloats(f)
	return pointsto.Analyze(e, e.module, pointsto.Study{
		Func: f, Forward: e.Forward, Addresses: addresses,
		PlainCode: f.HasAttr("optnone") || e.original[f] != nil && e.original[f].HasAttr("optnone"),
		Text:      strings.HasPrefix(e.NameOfFunc(f), textFunctions),
	})
}

// Pending reports whether a function is being studied for the first time, in recursion.
func (e *Env) Pending(f *ir.Function) bool { return e.sums.active[f] }

// Summarised reports whether the function under study is one whose summary its callers want.
func (e *Env) Summarised() bool { return len(e.sums.stack) > 0 }

// Spend counts addresses that were passed on.
func (e *Env) Spend(n int) { e.sums.steps += n }

// CallsBack reports whether the function that is studied for its callers is called in recursion by a function that it calls.
func (e *Env) CallsBack(callee *ir.Function) bool {
	s := &e.sums
	seen := map[*ir.Function]bool{}
	todo := []*ir.Function{s.stack[len(s.stack)-1]}
	for len(todo) > 0 && !seen[callee] {
		g := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, r := range s.readers[g] {
			if !seen[r] {
				seen[r] = true
				todo = append(todo, r)
			}
		}
	}
	return seen[callee]
}

// newStudy finds the addresses and the types of a function. Parameters that are
// integers and turn out to be addresses, of structs of one pointer, lead to memory
// of callers as pointers do: those that may have a shadow.
func newStudy(e *Env, f *ir.Function, shadowed func(*ir.Param) bool) (*pointsto.Analysis, *types) {
	p := e.points(f)
	ty := newTypes(e, p)
	var words []*ir.Param
	for _, q := range f.Params {
		if q.Typ == ir.I64 && shadowed(q) && p.MayPoint(q) && (p.Class.Of(q)&pointsto.IsPtr != 0 || slices.ContainsFunc(ty.valuePieces(q), func(x memtypes.Piece) bool { return x.Class == memtypes.Pointer && x.Size == 8 })) {
			words = append(words, q)
		}
	}
	if words != nil {
		p = e.points(f, words...)
		ty = newTypes(e, p)
	}
	return p, ty
}

// maxPassed bounds the addresses that are passed from value to value while all functions of an attempt are studied, some
// seconds of work. Functions that call each other through tables are studied again and again, each time with more
// that they may reach. briefPassed is the bound where an attempt before has reached that one: another that is worth its
// time has far fewer, since what led to so many is inlined.
const (
	maxPassed   = 1 << 26
	briefPassed = maxPassed / 8
)

// Exhausted reports whether the functions lead to more addresses than are followed: what
// is known of memory then is not all.
func (e *Env) Exhausted() bool {
	return e.sums.steps > maxPassed || e.Brief && e.sums.steps > briefPassed
}

// unknown is the analysis of a function where that is so.
func (e *Env) unknown(f *ir.Function, seed signature.Seed) (*Info, []*ir.Diagnostic) {
	d := ir.DiagAt(f.Entry().Instrs[0], CodeUndecided, "what memory holds is not found out: there are too many addresses that pointers may hold")
	d.Hint = "without -transport settled, the derivative is made by names"
	return &Info{env: e, F: f, Seed: seed}, []*ir.Diagnostic{d}
}

// Origins tells of a function's addresses where the memory behind them was made.
// It knows no seed, and holds as long as the function is not changed.
type Origins struct{ p *pointsto.Analysis }

// Origins looks at f, which is loaded and normalised by package transform.
func (e *Env) Origins(f *ir.Function) *Origins { return &Origins{e.points(f)} }

// Of lists where v may lead: stack objects, calls that gave fresh memory,
// variables, functions, and parameters, which stand for the memory that they
// point to when the function begins. all is false where it may lead elsewhere
// too, such as to memory whose address was found in the caller's.
func (o *Origins) Of(v ir.Value) (sites []ir.Value, all bool) {
	seen := map[int32]bool{}
	all = true
	for _, a := range o.p.Pointees(v) {
		for _, k := range o.p.Stands(a.Obj) {
			if seen[k] {
				continue
			}
			seen[k] = true
			if x := &o.p.Objs[k]; x.Kind == pointsto.ObjDeep || x.Kind == pointsto.ObjUnknown || x.Site == nil {
				all = false
			} else {
				sites = append(sites, x.Site)
			}
		}
	}
	return sites, all && len(sites) > 0
}

func newModule(m *ir.Module, calls *callgraph.Graph) *pointsto.Module {
	return &pointsto.Module{IR: m, Calls: calls, AliasTypes: memtypes.AliasTypes{M: m}}
}
