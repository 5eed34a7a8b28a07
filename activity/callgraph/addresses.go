package callgraph

import (
	"github.com/llad-ad/llad/ir"
)

// taken is a function whose address is a value in what the derivative reaches, and the variables
// that it may use.
type taken struct {
	fn        *ir.Function
	variables []*ir.Global // nil until they are asked for
}

// uses lists the variables.
func (t *taken) uses() []*ir.Global {
	if t.variables == nil {
		t.variables = []*ir.Global{}
		ReachUses(t.fn, func(v *ir.Global, _ *ir.Function) {
			if v != nil {
				t.variables = append(t.variables, v)
			}
		})
	}
	return t.variables
}

// BehindPointer lists the variables that functions of the module may use which a call through a
// pointer may reach: a function that is handed the address of another one uses them without
// naming them.
func (g *Graph) BehindPointer(i *ir.Instr) (out []*ir.Global) {
	if g.root == nil || g.Virtuals(i) != nil || g.Methods(i) != nil {
		return nil
	}
	if g.addresses == nil {
		g.addresses = g.takenAddresses()
	}
	seen := map[*ir.Global]bool{}
	for k := range g.addresses {
		t := &g.addresses[k]
		if !Takes(t.fn, i) {
			continue
		}
		for _, v := range t.uses() {
			if !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
	}
	return out
}

// takenAddresses lists the functions whose addresses are values in what the root reaches.
func (g *Graph) takenAddresses() []taken {
	list := []taken{}
	values := map[*ir.Function]bool{}
	ReachUses(g.root, func(_ *ir.Global, f *ir.Function) {
		if f != nil && !values[f] {
			values[f] = true
			list = append(list, taken{fn: f})
		}
	})
	return list
}

// ReachUses calls yield with the variables, and with the functions as values, that a function and
// those that it reaches use, each of the variables once. It gives the functions with bodies that
// are reached.
func ReachUses(root *ir.Function, yield func(g *ir.Global, f *ir.Function)) (inside map[*ir.Function]bool) {
	inside = map[*ir.Function]bool{}
	seen := map[*ir.Global]bool{}
	var queue []*ir.Function
	enter := func(f *ir.Function) {
		if !inside[f] && !f.IsDecl && f.Load() == nil {
			inside[f] = true
			queue = append(queue, f)
		}
	}
	var see func(v ir.Value)
	see = func(v ir.Value) {
		switch v := v.(type) {
		case *ir.Function:
			yield(nil, v)
			enter(v)
		case *ir.Global:
			if !seen[v] {
				seen[v] = true
				yield(v, nil)
				if v.LoadInit() == nil && v.Init != nil {
					see(v.Init)
				}
			}
		case *ir.Const:
			for _, x := range v.Elems {
				see(x)
			}
		}
	}
	enter(root)
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				callee := i.CalledFunc()
				if callee != nil {
					enter(callee)
				}
				for k := range i.NumArgs() {
					if v := i.Arg(k); callee == nil || v != ir.Value(callee) || k < i.NumCallArgs() {
						see(v)
					}
				}
			}
		}
	}
	return inside
}
