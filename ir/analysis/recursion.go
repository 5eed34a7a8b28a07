package analysis

import "github.com/llad-ad/llad/ir"

// CallCycles finds the functions on cycles of direct calls: Tarjan's strongly connected
// components, computed for the functions that are asked about.
type CallCycles struct {
	num, low map[*ir.Function]int
	done     map[*ir.Function]bool
	cyclic   map[*ir.Function]bool
	stack    []*ir.Function
	stale    bool // see forget
}

// NewCallCycles takes self for a function on a cycle: calls of it stay.
func NewCallCycles(self *ir.Function) *CallCycles {
	return &CallCycles{
		num: map[*ir.Function]int{}, low: map[*ir.Function]int{},
		done: map[*ir.Function]bool{}, cyclic: map[*ir.Function]bool{self: true},
	}
}

// FreshFor is what to ask about callees of self after self has changed: r, or a new one
// where r has looked at self or at a function that changed too.
func (r *CallCycles) FreshFor(self *ir.Function) *CallCycles {
	if r.stale || r.num[self] != 0 {
		return NewCallCycles(self)
	}
	return r
}

// Forget notes that calls were removed from functions that r may have looked at.
func (r *CallCycles) Forget() { r.stale = true }

// Recursive reports whether f may come to call itself directly or through others;
// calls through pointers do not count.
func Recursive(f *ir.Function) bool { return NewCallCycles(nil).Contain(f) }

// Contain reports whether f is on a cycle of direct calls.
func (r *CallCycles) Contain(f *ir.Function) bool {
	if r.num[f] == 0 {
		r.visit(f)
	}
	return r.cyclic[f]
}

func (r *CallCycles) visit(root *ir.Function) {
	type frame struct {
		f     *ir.Function
		calls []*ir.Function
	}
	enter := func(f *ir.Function) frame {
		r.num[f] = len(r.num) + 1
		r.low[f] = r.num[f]
		r.stack = append(r.stack, f)
		return frame{f, callees(f)}
	}
	frames := []frame{enter(root)}
	for len(frames) > 0 {
		top := &frames[len(frames)-1]
		if len(top.calls) > 0 {
			g := top.calls[0]
			top.calls = top.calls[1:]
			switch {
			case r.num[g] == 0:
				frames = append(frames, enter(g))
			case !r.done[g]:
				r.low[top.f] = min(r.low[top.f], r.num[g])
			}
			if g == top.f {
				r.cyclic[g] = true
			}
			continue
		}
		f := top.f
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			up := frames[len(frames)-1].f
			r.low[up] = min(r.low[up], r.low[f])
		}
		if r.low[f] != r.num[f] {
			continue
		}
		single := r.stack[len(r.stack)-1] == f
		for {
			g := r.stack[len(r.stack)-1]
			r.stack = r.stack[:len(r.stack)-1]
			r.done[g] = true
			r.cyclic[g] = r.cyclic[g] || !single
			if g == f {
				break
			}
		}
	}
}

// callees are the defined functions that f calls directly, in order of the
// calls. One whose body cannot be read has none.
func callees(f *ir.Function) []*ir.Function {
	if f.IsDecl || f.Load() != nil {
		return nil
	}
	var out []*ir.Function
	seen := map[*ir.Function]bool{}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if g := i.CalledFunc(); g != nil && !g.IsDecl && !seen[g] {
				seen[g] = true
				out = append(out, g)
			}
		}
	}
	return out
}
