package activity

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

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

// NameOfFunc is the name that messages give a function: that of the original
// of a private copy.
func (e *Env) NameOfFunc(f *ir.Function) string {
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
	seen := e.inContext[fn]
	if seen == nil {
		seen = map[pointsto.ParamType]bool{}
		e.inContext[fn] = seen
	}
	add := func(arg int, r memtypes.Record, to pointsto.Path) {
		r.Rank = memtypes.RankHint
		pt := pointsto.ParamType{Arg: arg, Rec: r, Path: to}
		if !seen[pt] && len(e.context[fn]) < maxContext {
			seen[pt] = true
			e.context[fn] = append(e.context[fn], pt)
		}
	}
	for k := range i.NumCallArgs() {
		if !a.sol.hasShadow(i.Arg(k)) {
			continue
		}
		for _, at := range a.sol.p.Pointees(i.Arg(k)) {
			if at.Obj == pointsto.Foreign {
				continue // has no floats of the program's, whatever else the argument leads to
			}
			if k == 0 && i.CalledFunc() == nil && !a.sol.p.MayDispatch(at, fn) {
				continue // an object of another class
			}
			if len(e.context[fn]) >= maxContext {
				return
			}
			key := hintKey{fn, k, at}
			if a.hinted[key] {
				continue // another call has the same argument
			}
			if a.hinted == nil {
				a.hinted = map[hintKey]bool{}
			}
			a.hinted[key] = true
			t.tellOf(at, pointsto.Path{}, func(r memtypes.Record, to pointsto.Path) { add(k, r, to) })
		}
	}
}

// tellOf hands the types of the memory at an address on, and of the memory behind
// the pointers that stand in it at certain places.
func (t *types) tellOf(at memtypes.Addr, to pointsto.Path, add func(memtypes.Record, pointsto.Path)) {
	m := &t.mem[at.Obj]
	back := at
	back.Off = -at.Off
	for _, off := range m.Sorted() {
		for _, r := range m.Exact[off] {
			add(r.SeenFrom(back), to)
		}
	}
	for _, r := range m.Strided {
		add(r.SeenFrom(back), to)
	}
	if to.Loads == pointsto.MaxDepth-1 || at.Stride != 0 {
		return
	}
	for _, off := range t.p.Objs[at.Obj].Offsets {
		next := to
		next.Off[next.Loads] = off - at.Off
		next.Loads++
		behind := t.p.FollowPath(pointsto.AddrSet{at}, pointsto.Path{Loads: 1, Off: [pointsto.MaxDepth]int64{off - at.Off}})
		if len(behind) > maxTold {
			continue
		}
		for _, b := range behind {
			if b.Obj != pointsto.Foreign && b.Obj != at.Obj {
				t.tellOf(b, next, add)
			}
		}
	}
}

// hintKey is an argument, by what it leads to, of calls of a function.
type hintKey struct {
	fn  *ir.Function
	arg int
	at  memtypes.Addr
}

// told notes what callers know of the memory behind a parameter: right behind it, or
// at the end of a path.
func (t *types) told(o int32, q *ir.Param, to pointsto.Path) {
	e := t.env
	f := e.first(t.p.Func)
	for _, pt := range e.context[f] {
		if pt.Arg == q.Index && pt.Path == to {
			t.mem[o].Add(pt.Rec)
		}
	}
}
