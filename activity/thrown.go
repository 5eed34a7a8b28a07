package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// This file finds calls whose derivative an exception would lose: a callee stores
// floats and then throws, the exception is caught here, and they are read.

// lostByThrow reports whether a call may leave floats in memory with a shadow, its
// own fresh memory included, that are read where an exception of it is caught.
func (a *Info) lostByThrow(i *ir.Instr, t *target) bool {
	if i.Op != ir.Invoke || t.kind != toDefined && t.kind != toIndirect || i.HasAttr("nounwind") || !a.returns(i.Blocks[1]) {
		return false
	}
	tried := map[int32]bool{}
	for _, sum := range a.sol.p.summariesAt(i, t) {
		kept := sum.keepsFresh(i)
		for _, u := range sum.stores() {
			if u.to.kind == endFreshMem && !kept || returned(i, u.to, u.at) {
				continue // nobody gets it
			}
			objs, _ := a.sol.p.putTo(i, t, u)
			for _, o := range objs {
				if !tried[o] && a.sol.shadow[o] && a.readFrom(i.Blocks[1], o) {
					return true
				}
				tried[o] = true
			}
		}
	}
	return false
}

// keepsFresh reports whether memory that a callee makes can be reached by other ways
// than from its result.
func (s *summary) keepsFresh(i *ir.Instr) bool {
	return slices.ContainsFunc(s.ptr, func(fl ptrFlow) bool {
		fresh := fl.from.kind == endFresh || fl.from.kind == endFreshMem
		return fresh && fl.to.kind != endRet && fl.to.kind != endFreshMem && !returned(i, fl.to, fl.dst)
	})
}

// returned reports whether a place is in the memory that a call returns its result
// in. There is none when it throws.
func returned(i *ir.Instr, e end, at place) bool {
	if e.kind != endMem || !at.known || at.at.loads > 0 {
		return false
	}
	_, ok := i.ArgAttr(e.arg, "sret")
	return ok
}

// returns reports whether the function returns on some way from a block on.
func (a *Info) returns(from *ir.Block) bool {
	return a.onward(from, func(i *ir.Instr) bool { return i.Op == ir.Ret })
}

// onward reports whether an instruction on some way from a block on is what is looked
// for.
func (a *Info) onward(from *ir.Block, found func(*ir.Instr) bool) bool {
	seen := map[*ir.Block]bool{from: true}
	work := []*ir.Block{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if slices.ContainsFunc(b.Instrs, found) {
			return true
		}
		for _, to := range b.Succs() {
			if !seen[to] {
				seen[to] = true
				work = append(work, to)
			}
		}
	}
	return false
}

// readFrom reports whether floats of an object that may matter are read from a block
// on, here or by callers.
func (a *Info) readFrom(b *ir.Block, o int32) bool {
	if a.sol.always[o] {
		return a.returns(b)
	}
	return a.onward(b, func(i *ir.Instr) bool { return a.readsFloats(i, o) })
}

// readsFloats reports whether an instruction may read floats of an object, and they
// may matter.
func (a *Info) readsFloats(i *ir.Instr, o int32) bool {
	g, p := a.sol.g, a.sol.p
	at := func(ptr ir.Value) bool {
		return slices.ContainsFunc(p.pointees(ptr), func(d addr) bool { return d.obj == o })
	}
	switch i.Op {
	case ir.Load:
		return g.carries(i) && a.sol.useful[p.index.at(i)] && at(i.Arg(0))
	case ir.AtomicRMW, ir.CmpXchg:
		return at(i.Arg(0))
	case ir.Call, ir.Invoke, ir.CallBr:
	default:
		return false
	}
	t := p.targetOf(i)
	switch t.kind {
	case toCopy:
		return g.ty.movesFloats(i) && at(i.Arg(1))
	case toLoad:
		return g.carries(i) && at(i.Arg(0))
	case toDefined, toIndirect:
		for _, sum := range p.summariesAt(i, t) {
			for _, fl := range sum.floats {
				if fl.from.kind != endArg && slices.Contains(g.reach(i, t, fl.from), o) {
					return true
				}
			}
		}
	case toUnknown, toAsm, toLink:
		for _, v := range i.CallArgs() {
			if p.mayPoint(v) && slices.Contains(p.reachable(p.pointees(v)), o) {
				return true
			}
		}
	}
	return false
}

// put is memory of others, at a place behind an end, that a function stores floats to.
type put struct {
	to end
	at place // its offset is not used
}

// stores lists the memory of others that a function may store floats to.
func (s *summary) stores() []put {
	if s.studied {
		return s.puts
	}
	var list []put
	for _, fl := range s.floats {
		if fl.to.kind != endRet {
			list = append(list, put{to: fl.to})
		}
	}
	for _, e := range s.writes {
		list = append(list, put{to: e})
	}
	return list
}

// summarizeStores collects the memory of others that a function, or what it calls, may store
// floats to. Floats that depend on nothing end the derivatives of what stood there.
func (g *flow) summarizeStores(s *summary) {
	s.studied = true
	p := g.p
	seen := map[put]bool{}
	note := func(o int32) {
		for _, k := range p.stands(o) {
			_, m, ok := p.endOf(k)
			if !ok || m == (end{}) {
				continue
			}
			u := put{to: m, at: p.wayTo(k)}
			if p.former != nil {
				u.at = place{} // in recursion that does not settle
			}
			if !seen[u] {
				seen[u] = true
				s.puts = append(s.puts, u)
			}
		}
	}
	at := func(ptr ir.Value) {
		for _, a := range p.pointees(ptr) {
			note(a.obj)
		}
	}
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.Store:
				if v := i.Arg(0); v.Type().HasFloat() || !ir.IsConstant(v) && g.carries(v) {
					at(i.Arg(1))
				}
			case ir.AtomicRMW, ir.CmpXchg:
				at(i.Arg(0))
			case ir.Call, ir.Invoke, ir.CallBr:
				for _, o := range g.storedBy(i) {
					note(o)
				}
			}
		}
	}
}

// storedBy lists the objects that a call may store floats to.
func (g *flow) storedBy(i *ir.Instr) []int32 {
	p := g.p
	var list []int32
	switch t := p.targetOf(i); t.kind {
	case toMath:
		for _, o := range t.rule.Outs {
			if o.Arg >= 0 && !o.Int {
				list = append(list, objectsOf(p.pointees(i.Arg(o.Arg)))...)
			}
		}
	case toCopy:
		if g.ty.movesFloats(i) {
			list = objectsOf(p.pointees(i.Arg(0)))
		}
	case toSet:
		list = objectsOf(p.pointees(i.Arg(0)))
	case toStore:
		list = objectsOf(p.pointees(i.Arg(t.addressArg())))
	case toUnknown, toAsm:
		for _, v := range i.CallArgs() {
			if p.mayPoint(v) {
				list = append(list, p.reachable(p.pointees(v))...)
			}
		}
	case toDefined, toIndirect:
		whole := map[end]bool{} // listed with all that they lead to
		for _, c := range p.summariesAt(i, t) {
			for _, u := range c.stores() {
				if whole[u.to] {
					continue
				}
				l, part := p.putTo(i, t, u)
				whole[u.to] = !part
				list = append(list, l...)
			}
		}
	}
	return list
}

// putTo lists the objects of a caller's that a callee's put may go to: part of them where it is
// known where behind its end it goes, else all that the end leads to.
func (p *points) putTo(i *ir.Instr, t *target, u put) (list []int32, part bool) {
	switch {
	case u.to.kind == endFreshMem:
		if u.to.arg < len(t.made) && t.made[u.to.arg] != 0 {
			return p.reachable(addrSet{{obj: p.find(t.made[u.to.arg])}}), false
		}
		return nil, false
	case u.to.kind == endUnknownMem:
		return []int32{0}, false
	case u.to.kind == endMem && u.to.arg < i.NumCallArgs() && u.at.known:
		if l, ok := p.wholePath(p.pointees(i.Arg(u.to.arg)), u.at.at); ok {
			return objectsOf(l), true
		}
	}
	return p.endReach(i, u.to), false
}

// wholePath is followPath where something is known of every pointer on the way.
func (p *points) wholePath(from addrSet, at path) (addrSet, bool) {
	for _, off := range at.off[:at.loads] {
		for _, a := range from {
			if _, ok := p.objs[a.obj].cells[a.off+off]; !ok || off == anyOffset || a.stride != 0 || p.find(a.obj) != a.obj || p.merged[a.obj] != nil {
				return nil, false
			}
		}
		from = p.followPath(from, path{loads: 1, off: [maxDepth]int64{off}})
	}
	return from, true
}

// endReach lists what can be reached from the memory that is an end of a callee's.
func (p *points) endReach(i *ir.Instr, e end) []int32 {
	switch {
	case e.kind == endMem && e.arg < i.NumCallArgs():
		return p.reachable(p.pointees(i.Arg(e.arg)))
	case e.kind == endSymMem:
		if o, ok := p.objOf[e.sym]; ok {
			return p.reachable(addrSet{{obj: p.find(o)}})
		}
	}
	return nil
}
