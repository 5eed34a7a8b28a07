package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file finds calls whose derivative an exception would lose: a callee stores
// floats and then throws, the exception is caught here, and they are read.

// lostByThrow reports whether a call may leave floats in memory with a shadow, its
// own fresh memory included, that are read where an exception of it is caught.
func (a *Info) lostByThrow(i *ir.Instr, t *pointsto.Target) bool {
	if i.Op != ir.Invoke || t.Kind != pointsto.ToDefined && t.Kind != pointsto.ToIndirect || i.HasAttr("nounwind") || !a.returns(i.Blocks[1]) {
		return false
	}
	tried := map[int32]bool{}
	for _, sum := range a.sol.p.SummariesAt(i, t) {
		kept := sum.KeepsFresh(i)
		for _, u := range sum.Stores() {
			if u.To.Kind == pointsto.EndFreshMem && !kept || pointsto.Returned(i, u.To, u.At) {
				continue // nobody gets it
			}
			objs, _ := a.sol.p.PutTo(i, t, u)
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
		return slices.ContainsFunc(p.Pointees(ptr), func(d memtypes.Addr) bool { return d.Obj == o })
	}
	switch i.Op {
	case ir.Load:
		return g.carries(i) && a.sol.useful[p.Index.At(i)] && at(i.Arg(0))
	case ir.AtomicRMW, ir.CmpXchg:
		return at(i.Arg(0))
	case ir.Call, ir.Invoke, ir.CallBr:
	default:
		return false
	}
	t := p.TargetOf(i)
	switch t.Kind {
	case pointsto.ToCopy:
		return g.ty.movesFloats(i) && at(i.Arg(1))
	case pointsto.ToLoad:
		return g.carries(i) && at(i.Arg(0))
	case pointsto.ToDefined, pointsto.ToIndirect:
		for _, sum := range p.SummariesAt(i, t) {
			for _, fl := range sum.Floats {
				if fl.From.Kind != pointsto.EndArg && slices.Contains(g.reach(i, t, fl.From), o) {
					return true
				}
			}
		}
	case pointsto.ToUnknown, pointsto.ToAsm, pointsto.ToLink:
		for _, v := range i.CallArgs() {
			if p.MayPoint(v) && slices.Contains(p.Reachable(p.Pointees(v)), o) {
				return true
			}
		}
	}
	return false
}

// summarizeStores collects the memory of others that a function, or what it calls, may store
// floats to. Floats that depend on nothing end the derivatives of what stood there.
func (g *flow) summarizeStores(s *pointsto.Summary) {
	s.Studied = true
	p := g.p
	seen := map[pointsto.Put]bool{}
	note := func(o int32) {
		for _, k := range p.Stands(o) {
			_, m, ok := p.EndOf(k)
			if !ok || m == (pointsto.End{}) {
				continue
			}
			u := pointsto.Put{To: m, At: p.WayTo(k)}
			if p.Former != nil {
				u.At = pointsto.Place{} // in recursion that does not settle
			}
			if !seen[u] {
				seen[u] = true
				s.Puts = append(s.Puts, u)
			}
		}
	}
	at := func(ptr ir.Value) {
		for _, a := range p.Pointees(ptr) {
			note(a.Obj)
		}
	}
	for _, b := range p.Func.Blocks {
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
	switch t := p.TargetOf(i); t.Kind {
	case pointsto.ToMath:
		for _, o := range t.Rule.Outs {
			if o.Arg >= 0 && !o.Int {
				list = append(list, pointsto.ObjectsOf(p.Pointees(i.Arg(o.Arg)))...)
			}
		}
	case pointsto.ToCopy:
		if g.ty.movesFloats(i) {
			list = pointsto.ObjectsOf(p.Pointees(i.Arg(0)))
		}
	case pointsto.ToSet:
		list = pointsto.ObjectsOf(p.Pointees(i.Arg(0)))
	case pointsto.ToStore:
		list = pointsto.ObjectsOf(p.Pointees(i.Arg(t.AddressArg())))
	case pointsto.ToUnknown, pointsto.ToAsm:
		for _, v := range i.CallArgs() {
			if p.MayPoint(v) {
				list = append(list, p.Reachable(p.Pointees(v))...)
			}
		}
	case pointsto.ToDefined, pointsto.ToIndirect:
		whole := map[pointsto.End]bool{} // listed with all that they lead to
		for _, c := range p.SummariesAt(i, t) {
			for _, u := range c.Stores() {
				if whole[u.To] {
					continue
				}
				l, part := p.PutTo(i, t, u)
				whole[u.To] = !part
				list = append(list, l...)
			}
		}
	}
	return list
}
