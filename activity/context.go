package activity

import "github.com/llad-ad/llad/ir"

// maxContext bounds what a function is told about the memory behind its
// parameters.
const maxContext = 1 << 12

// maxTold bounds how many objects a pointer may lead to of whose types a callee is
// told.
const maxTold = 8

// Copied says that clone is a private copy of a function, so that what the
// callers of the original know about its parameters helps to analyse the copy.
func (e *Env) Copied(clone, original *ir.Function) { e.original[clone] = original }

// Written says that variables are always written before f, a part of another
// function, is called: what they held before that does not matter to it.
func (e *Env) Written(f *ir.Function, vars map[*ir.Global]bool) {
	if e.written == nil {
		e.written = map[*ir.Function]map[*ir.Global]bool{}
	}
	e.written[f] = vars
}

// writtenBefore reports whether a variable is known to be written before f, or
// what it is a copy of, is called.
func (e *Env) writtenBefore(f *ir.Function, g *ir.Global) bool {
	for ; f != nil; f = e.original[f] {
		if e.written[f][g] {
			return true
		}
	}
	return false
}

// first is the function that f is a private copy of, perhaps in several steps.
func (e *Env) first(f *ir.Function) *ir.Function {
	for e.original[f] != nil {
		f = e.original[f]
	}
	return f
}

// nameOfFunc is the name that messages give a function: that of the original
// of a private copy.
func (e *Env) nameOfFunc(f *ir.Function) string {
	if o := e.original[f]; o != nil {
		f = o
	}
	return f.Name
}

// tell hands the types that a caller knows of the memory behind the arguments
// on to the callee, as hints. A callee is analysed behind its callers.
func (a *Info) tell(i *ir.Instr, fn *ir.Function) {
	e := a.env
	t := a.sol.g.ty
	a.tellFree(i, fn)
	seen := e.inContext[fn]
	if seen == nil {
		seen = map[paramType]bool{}
		e.inContext[fn] = seen
	}
	add := func(arg int, r record, to path) {
		r.rank = rankHint
		pt := paramType{arg: arg, rec: r, path: to}
		if !seen[pt] && len(e.context[fn]) < maxContext {
			seen[pt] = true
			e.context[fn] = append(e.context[fn], pt)
		}
	}
	for k := range i.NumCallArgs() {
		if !a.sol.hasShadow(i.Arg(k)) {
			continue
		}
		for _, at := range a.sol.p.pointees(i.Arg(k)) {
			if at.obj == foreign {
				continue // has no floats of the program's, whatever else the argument leads to
			}
			if k == 0 && i.CalledFunc() == nil && !a.sol.p.mayDispatch(at, fn) {
				continue // an object of another class
			}
			key := hintKey{fn, k, at}
			if a.hinted[key] {
				continue // another call has the same argument
			}
			if a.hinted == nil {
				a.hinted = map[hintKey]bool{}
			}
			a.hinted[key] = true
			t.tellOf(at, path{}, func(r record, to path) { add(k, r, to) })
		}
	}
}

// mayDispatch reports whether a virtual call on the object at an address may reach a
// function: one that begins with tables of which none has the function cannot.
func (p *points) mayDispatch(at addr, fn *ir.Function) bool {
	at = p.current(at)
	cell, ok := p.objs[at.obj].cells[at.off]
	if !ok || at.stride != 0 || len(p.sets[cell]) == 0 {
		return true
	}
	for _, table := range p.sets[cell] {
		if p.objs[table.obj].kind != objGlobal {
			return true
		}
		for _, entry := range p.contained(table.obj) {
			if p.objs[entry.obj].site == fn || p.objs[entry.obj].kind != objFunc && p.objs[entry.obj].kind != objGlobal {
				return true
			}
		}
	}
	return false
}

// tellOf hands the types of the memory at an address on, and of the memory behind
// the pointers that stand in it at certain places.
func (t *types) tellOf(at addr, to path, add func(record, path)) {
	m := &t.mem[at.obj]
	back := at
	back.off = -at.off
	for _, off := range m.sorted() {
		for _, r := range m.exact[off] {
			add(r.seenFrom(back), to)
		}
	}
	for _, r := range m.strided {
		add(r.seenFrom(back), to)
	}
	if to.loads == maxDepth-1 || at.stride != 0 {
		return
	}
	for _, off := range t.p.objs[at.obj].offsets {
		next := to
		next.off[next.loads] = off - at.off
		next.loads++
		behind := t.p.followPath(addrSet{at}, path{loads: 1, off: [maxDepth]int64{off - at.off}})
		if len(behind) > maxTold {
			continue
		}
		for _, b := range behind {
			if b.obj != foreign && b.obj != at.obj {
				t.tellOf(b, next, add)
			}
		}
	}
}

// hintKey is an argument, by what it leads to, of calls of a function.
type hintKey struct {
	fn  *ir.Function
	arg int
	at  addr
}

// told notes what callers know of the memory behind a parameter: right behind it, or
// at the end of a path.
func (t *types) told(o int32, q *ir.Param, to path) {
	e := t.env
	f := e.first(t.p.f)
	for _, pt := range e.context[f] {
		if pt.arg == q.Index && pt.path == to {
			t.mem[o].add(pt.rec)
		}
	}
}
