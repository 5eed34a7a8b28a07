package activity

import "github.com/llad-ad/llad/ir"

// Origins tells of a function's addresses where the memory behind them was made.
// It knows no seed, and holds as long as the function is not changed.
type Origins struct{ p *points }

// Origins looks at f, which is loaded and normalised by package transform.
func (e *Env) Origins(f *ir.Function) *Origins { return &Origins{e.points(f)} }

// Of lists where v may lead: stack objects, calls that gave fresh memory,
// variables, functions, and parameters, which stand for the memory that they
// point to when the function begins. all is false where it may lead elsewhere
// too, such as to memory whose address was found in the caller's.
func (o *Origins) Of(v ir.Value) (sites []ir.Value, all bool) {
	seen := map[int32]bool{}
	all = true
	for _, a := range o.p.pointees(v) {
		for _, k := range o.p.stands(a.obj) {
			if seen[k] {
				continue
			}
			seen[k] = true
			if x := &o.p.objs[k]; x.kind == objDeep || x.kind == objUnknown || x.site == nil {
				all = false
			} else {
				sites = append(sites, x.site)
			}
		}
	}
	return sites, all && len(sites) > 0
}
