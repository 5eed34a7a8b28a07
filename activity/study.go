package activity

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// points finds the addresses of a function. addresses are the integer parameters that are known to be such.
func (e *Env) points(f *ir.Function, addresses ...*ir.Param) *points {
	e.noteFloats(f)
	return newPoints(e, e.module, study{
		f: f, forward: e.Forward, addresses: addresses,
		plainCode: f.HasAttr("optnone") || e.original[f] != nil && e.original[f].HasAttr("optnone"),
		text:      strings.HasPrefix(e.nameOfFunc(f), textFunctions),
		words:     e.mayTellWords() || e.M.HasSingles() && e.M.SharesWords(),
	})
}

// pending reports whether a function is being studied for the first time, in recursion.
func (e *Env) pending(f *ir.Function) bool { return e.sums.active[f] }

// summarised reports whether the function under study is one whose summary its callers want.
func (e *Env) summarised() bool { return len(e.sums.stack) > 0 }

// spend counts addresses that were passed on.
func (e *Env) spend(n int) { e.sums.steps += n }

// callsBack reports whether the function that is studied for its callers is called in recursion by a function that it calls.
func (e *Env) callsBack(callee *ir.Function) bool {
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
func newStudy(e *Env, f *ir.Function, shadowed func(*ir.Param) bool) (*points, *types) {
	p := e.points(f)
	ty := newTypes(e, p)
	var words []*ir.Param
	for _, q := range f.Params {
		if q.Typ == ir.I64 && shadowed(q) && p.mayPoint(q) && (p.class.of(q)&isPtr != 0 || slices.ContainsFunc(ty.valuePieces(q), func(x Piece) bool { return x.Class == Pointer && x.Size == 8 })) {
			words = append(words, q)
		}
	}
	if words != nil {
		p = e.points(f, words...)
		ty = newTypes(e, p)
	}
	return p, ty
}
