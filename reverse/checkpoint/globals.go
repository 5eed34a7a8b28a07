package checkpoint

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// Pointers in global variables: memory that is allocated once and then stepped.

// variableAt gives the global variable that a load reads as a whole, nil for none.
func variableAt(v ir.Value) *ir.Global {
	l, ok := v.(*ir.Instr)
	if !ok || l.Op != ir.Load {
		return nil
	}
	p := l.Arg(0)
	if c, ok := p.(*ir.Instr); ok && c.Op == ir.BitCast {
		p = c.Arg(0)
	}
	g, ok := p.(*ir.Global)
	if !ok || g.IsConst() || g.ValueType == nil {
		return nil
	}
	return g
}

// throughVariable lists where an address that is read from a global variable may
// come from. It is known where the function writes the variable before the loop,
// and nothing else may: what others left there is then not read.
func (f *stateFinder) throughVariable(load *ir.Instr) (sites []ir.Value, ok bool) {
	var work []*ir.Instr
	seen := map[*ir.Global]bool{}
	add := func(l *ir.Instr) {
		if g := variableAt(l); !seen[g] {
			seen[g] = true
			work = append(work, l)
		}
	}
	if variableAt(load) == nil {
		return nil, false
	}
	add(load)
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		g := variableAt(l)
		first := false
		for _, b := range f.p.Blocks {
			for _, i := range b.Instrs {
				if i.Op != ir.Store || f.alias.Base(i.Arg(1)) != ir.Value(g) || !i.Arg(0).Type().IsPtr() {
					if !f.elsewhere(i, add) && f.overwritten(access{l, l.Arg(0), -1}, g, []*ir.Instr{i}) != nil {
						return nil, false
					}
					continue
				}
				first = first || f.before(i)
				for _, r := range f.sourcesOf(i.Arg(0)) {
					r, is := r.(*ir.Instr)
					switch {
					case !is:
						return nil, false
					case variableAt(r) != nil:
						add(r)
					case f.isAlloc(r) || r.Op == ir.Alloca:
						sites = append(sites, r)
					default:
						return nil, false
					}
				}
			}
		}
		if !first {
			return nil, false
		}
	}
	for g := range seen {
		f.setVariable(g)
	}
	return sites, true
}

// setVariable notes a variable that the function sets before the loop.
func (f *stateFinder) setVariable(g *ir.Global) {
	if f.variables == nil {
		f.variables = map[*ir.Global]bool{}
	}
	f.variables[g] = true
}

// isOwn reports whether v is an object of the function's own.
func (f *stateFinder) isOwn(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && (f.isAlloc(i) || i.Op == ir.Alloca)
}

// leadsToOwn reports whether an address that was read from memory is of the
// function's own objects.
func (f *stateFinder) leadsToOwn(l *ir.Instr) bool {
	if l.Op != ir.Load {
		return false
	}
	if f.origins == nil {
		f.origins = f.env.Origins(f.p)
	}
	sites, all := f.origins.Of(l)
	return all && len(sites) > 0 && !slices.ContainsFunc(sites, func(v ir.Value) bool { return !f.isOwn(v) })
}

// elsewhere reports whether a store writes the function's own objects, if what
// variables hold are addresses of those; add notes the variables.
func (f *stateFinder) elsewhere(i *ir.Instr, add func(*ir.Instr)) bool {
	if i.Op != ir.Store {
		return false
	}
	var loads []*ir.Instr
	for _, r := range f.sourcesOf(i.Arg(1)) {
		r, is := r.(*ir.Instr)
		switch {
		case !is:
			return false
		case variableAt(r) != nil:
			loads = append(loads, r)
		case !f.isOwn(r) && !f.leadsToOwn(r):
			return false
		}
	}
	for _, l := range loads {
		add(l)
	}
	return true
}
