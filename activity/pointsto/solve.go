package pointsto

import "github.com/llad-ad/llad/activity/memtypes"

func (p *Analysis) put(n Node, a memtypes.Addr) {
	if n != 0 && p.Sets[n].add(p.current(a)) {
		p.wake(n)
		if len(p.Sets[n]) > p.most() && !p.roomy[n] {
			p.crowded = append(p.crowded, n)
		}
	}
}

func (p *Analysis) wake(n Node) {
	if !p.queued[n] {
		p.queued[n] = true
		p.queue = append(p.queue, n)
	}
}

// copy makes to a superset of from, displaced.
func (p *Analysis) copy(from, to Node, off, stride int64) {
	p.connect(from, copyEdge{to: to, off: off, stride: stride, up: stride == 0})
}

// connect adds an edge out of a node.
func (p *Analysis) connect(from Node, e copyEdge) {
	to, off, stride := e.to, e.off, e.stride
	if from == 0 || to == 0 || from == to && off == 0 && stride == 0 {
		return
	}
	if at, ok := p.edges.of(from, to); ok {
		old := p.succ[from][at]
		j := joinAddr(memtypes.Addr{Off: old.off, Stride: old.stride}, memtypes.Addr{Off: off, Stride: stride})
		e.off, e.stride, e.up = j.Off, j.Stride, e.up && old.up && e.off == old.off
		if e.whole != old.whole {
			e.whole = 0
		}
		if e == old {
			return
		}
		p.succ[from][at] = e
	} else {
		p.edges.add(from, to, int32(len(p.succ[from])))
		p.succ[from] = append(p.succ[from], e)
	}
	if from != to {
		passAll(p, p.Sets[from], e)
		return
	}
	for j := 0; j < len(p.Sets[from]); j++ {
		p.pass(p.Sets[from][j], e)
	}
}

// pass hands an address on along an edge.
func (p *Analysis) pass(a memtypes.Addr, e copyEdge) {
	if e.whole == 0 || !p.Misfits(a, p.members[e.whole]) {
		p.put(e.to, p.stepped(a, e))
	}
}

// stepped is an address passed along an edge. The last element of an object has
// none behind it: a single bucket that stands at the end of a hash table.
func (p *Analysis) stepped(a memtypes.Addr, e copyEdge) memtypes.Addr {
	if e.up && e.stride > 0 && a.Stride == 0 && p.Merged[a.Obj] == nil {
		if size := p.Objs[a.Obj].Size; size > 0 && a.Off+e.off >= 0 && a.Off+e.off+e.stride >= size {
			return a.Moved(e.off, 0)
		}
	}
	if e.stride > 0 && e.stride <= int64(p.Layout.PtrBits(0)/8) && p.single(a) {
		return a.Moved(e.off, 0)
	}
	return a.Moved(e.off, e.stride)
}

func (p *Analysis) load(ptr Node, d deref) {
	if ptr != 0 && d.other != 0 {
		p.loads[ptr] = append(p.loads[ptr], d)
		p.done[ptr] = nil
		p.wake(ptr)
	}
}

func (p *Analysis) store(ptr Node, d deref) {
	if ptr != 0 && d.other != 0 {
		p.stores[ptr] = append(p.stores[ptr], d)
		p.done[ptr] = nil
		p.wake(ptr)
	}
}

func (p *Analysis) solve() {
	for len(p.queue) > 0 && !p.Program.Exhausted() {
		p.collapseAll()
		n := p.queue[0]
		p.queue = p.queue[1:]
		p.queued[n] = false
		if len(p.loads[n])+len(p.stores[n]) > 0 {
			p.applyDerefs(n)
		}
		for _, b := range p.blocks[n] {
			p.applyBlock(b)
		}
		if len(p.succ[n]) > 0 {
			p.passOn(n)
		}
	}
}

// passOn hands what is new at a node on along the edges out of it.
func (p *Analysis) passOn(n Node) {
	fresh := p.scratch.since(p.Sets[n], &p.passed[n]) // put may change the set
	p.Program.Spend(len(fresh) * len(p.succ[n]))
	for k := 0; k < len(p.succ[n]); k++ {
		passAll(p, fresh, p.succ[n][k])
	}
}

func (p *Analysis) applyDerefs(n Node) {
	fresh := p.scratch.since(p.Sets[n], &p.done[n])
	p.Program.Spend(len(fresh) * (len(p.loads[n]) + len(p.stores[n])))
	for _, a := range fresh {
		for _, d := range p.loads[n] {
			p.loadFrom(a, d)
		}
		for _, d := range p.stores[n] {
			p.storeTo(a, d)
		}
	}
}

func (p *Analysis) loadFrom(a memtypes.Addr, d deref) {
	a = p.current(a)
	if slots := p.slots(a, d.wide); slots != nil && !d.table {
		for _, off := range slots {
			p.loadFrom(memtypes.Addr{Obj: a.Obj, Off: off}, d)
		}
		return
	}
	if p.Misfits(a, d.shape) {
		return
	}
	if d.table {
		a = p.inTable(a, d.offset)
	}
	if parts := p.parts(a, d); parts != nil {
		for _, b := range parts {
			p.loadFrom(b, deref{other: d.other})
		}
		return
	}
	o := &p.Objs[a.Obj]
	switch {
	case o.Kind == ObjUnknown:
		p.put(d.other, memtypes.Addr{Stride: 1})
	case o.Kind == ObjForeign:
		p.put(d.other, memtypes.Addr{Obj: Foreign, Stride: 1})
	case o.Kind == ObjFunc, p.Outside(a, int64(p.Layout.PtrBits(0)/8)), d.table && (o.Kind == ObjAlloca || o.Kind == ObjHeap):
	case a.Stride == 0 && !d.wide:
		p.copy(p.cell(a.Obj, a.Off), d.other, 0, 0)
		if deep := p.deepFor(a.Obj, a.Off, d.chars); deep != 0 {
			p.put(d.other, memtypes.Addr{Obj: deep})
		}
	default:
		if d.wide {
			p.copy(p.allOf(a.Obj), d.other, 0, 0)
		} else {
			p.copy(p.from(a), d.other, 0, 0)
		}
		if deep := p.deepFor(a.Obj, -1, d.chars); deep != 0 {
			p.put(d.other, memtypes.Addr{Obj: deep})
		}
	}
}

func (p *Analysis) storeTo(a memtypes.Addr, d deref) {
	a = p.current(a)
	if slots := p.slots(a, d.wide); slots != nil {
		for _, off := range slots {
			p.storeTo(memtypes.Addr{Obj: a.Obj, Off: off}, d)
		}
		return
	}
	if p.Misfits(a, d.shape) {
		return
	}
	if parts := p.parts(a, d); parts != nil {
		for _, b := range parts {
			p.storeTo(b, deref{other: d.other})
		}
		return
	}
	if !p.writable(a.Obj) {
		return
	}
	if p.Outside(a, int64(p.Layout.PtrBits(0)/8)) {
		return
	}
	switch {
	case d.wide:
		p.contents(a.Obj)
		p.copy(d.other, p.Objs[a.Obj].Any, 0, 0)
	case a.Stride == 0:
		p.copy(d.other, p.cell(a.Obj, a.Off), 0, 0)
	default:
		p.copy(d.other, p.into(a), 0, 0)
	}
}
