package activity

func (p *points) put(n node, a addr) {
	if n != 0 && p.sets[n].add(p.current(a)) {
		p.wake(n)
		if len(p.sets[n]) > p.most() && !p.roomy[n] {
			p.crowded = append(p.crowded, n)
		}
	}
}

func (p *points) wake(n node) {
	if !p.queued[n] {
		p.queued[n] = true
		p.queue = append(p.queue, n)
	}
}

// copy makes to a superset of from, displaced.
func (p *points) copy(from, to node, off, stride int64) {
	p.connect(from, copyEdge{to: to, off: off, stride: stride, up: stride == 0})
}

// connect adds an edge out of a node.
func (p *points) connect(from node, e copyEdge) {
	to, off, stride := e.to, e.off, e.stride
	if from == 0 || to == 0 || from == to && off == 0 && stride == 0 {
		return
	}
	key := [2]node{from, to}
	if old, ok := p.edges[key]; ok {
		j := joinAddr(addr{off: old.off, stride: old.stride}, addr{off: off, stride: stride})
		e.off, e.stride, e.up = j.off, j.stride, e.up && old.up && e.off == old.off
		if e.whole != old.whole {
			e.whole = 0
		}
		if e == old {
			return
		}
		for k := range p.succ[from] {
			if p.succ[from][k].to == to {
				p.succ[from][k] = e
			}
		}
	} else {
		p.succ[from] = append(p.succ[from], e)
	}
	p.edges[key] = e
	for j := 0; j < len(p.sets[from]); j++ {
		p.pass(p.sets[from][j], e)
	}
}

// pass hands an address on along an edge.
func (p *points) pass(a addr, e copyEdge) {
	if e.whole == 0 || !p.misfits(a, p.members[e.whole]) {
		p.put(e.to, p.stepped(a, e))
	}
}

// stepped is an address passed along an edge. The last element of an object has
// none behind it: a single bucket that stands at the end of a hash table.
func (p *points) stepped(a addr, e copyEdge) addr {
	if e.up && e.stride > 0 && a.stride == 0 && p.merged[a.obj] == nil {
		if size := p.objs[a.obj].size; size > 0 && a.off+e.off >= 0 && a.off+e.off+e.stride >= size {
			return a.moved(e.off, 0)
		}
	}
	if e.stride > 0 && e.stride <= int64(p.layout.PtrBits(0)/8) && p.single(a) {
		return a.moved(e.off, 0)
	}
	return a.moved(e.off, e.stride)
}

func (p *points) load(ptr node, d deref) {
	if ptr != 0 && d.other != 0 {
		p.loads[ptr] = append(p.loads[ptr], d)
		p.done[ptr] = nil
		p.wake(ptr)
	}
}

func (p *points) store(ptr node, d deref) {
	if ptr != 0 && d.other != 0 {
		p.stores[ptr] = append(p.stores[ptr], d)
		p.done[ptr] = nil
		p.wake(ptr)
	}
}

func (p *points) solve() {
	for len(p.queue) > 0 && !p.program.exhausted() {
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
func (p *points) passOn(n node) {
	set := append(addrSet(nil), p.sets[n]...) // put may change the set
	fresh := set.without(p.passed[n])
	p.passed[n] = set
	p.program.spend(len(fresh) * len(p.succ[n]))
	for k := 0; k < len(p.succ[n]); k++ {
		e := p.succ[n][k]
		for _, a := range fresh {
			p.pass(a, e)
		}
	}
}

func (p *points) applyDerefs(n node) {
	set := append(addrSet(nil), p.sets[n]...)
	fresh := set.without(p.done[n])
	p.done[n] = set
	p.program.spend(len(fresh) * (len(p.loads[n]) + len(p.stores[n])))
	for _, a := range fresh {
		for _, d := range p.loads[n] {
			p.loadFrom(a, d)
		}
		for _, d := range p.stores[n] {
			p.storeTo(a, d)
		}
	}
}

func (p *points) loadFrom(a addr, d deref) {
	a = p.current(a)
	if slots := p.slots(a, d.wide); slots != nil && !d.table {
		for _, off := range slots {
			p.loadFrom(addr{obj: a.obj, off: off}, d)
		}
		return
	}
	if p.misfits(a, d.shape) {
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
	o := &p.objs[a.obj]
	switch {
	case o.kind == objUnknown:
		p.put(d.other, addr{stride: 1})
	case o.kind == objForeign:
		p.put(d.other, addr{obj: foreign, stride: 1})
	case o.kind == objFunc, p.outside(a, int64(p.layout.PtrBits(0)/8)), d.table && (o.kind == objAlloca || o.kind == objHeap):
	case a.stride == 0 && !d.wide:
		p.copy(p.cell(a.obj, a.off), d.other, 0, 0)
		if deep := p.deepFor(a.obj, a.off, d.chars); deep != 0 {
			p.put(d.other, addr{obj: deep})
		}
	default:
		if d.wide {
			p.copy(p.allOf(a.obj), d.other, 0, 0)
		} else {
			p.copy(p.from(a), d.other, 0, 0)
		}
		if deep := p.deepFor(a.obj, -1, d.chars); deep != 0 {
			p.put(d.other, addr{obj: deep})
		}
	}
}

func (p *points) storeTo(a addr, d deref) {
	a = p.current(a)
	if slots := p.slots(a, d.wide); slots != nil {
		for _, off := range slots {
			p.storeTo(addr{obj: a.obj, off: off}, d)
		}
		return
	}
	if p.misfits(a, d.shape) {
		return
	}
	if parts := p.parts(a, d); parts != nil {
		for _, b := range parts {
			p.storeTo(b, deref{other: d.other})
		}
		return
	}
	if !p.writable(a.obj) {
		return
	}
	if p.outside(a, int64(p.layout.PtrBits(0)/8)) {
		return
	}
	switch {
	case d.wide:
		p.contents(a.obj)
		p.copy(d.other, p.objs[a.obj].any, 0, 0)
	case a.stride == 0:
		p.copy(d.other, p.cell(a.obj, a.off), 0, 0)
	default:
		p.copy(d.other, p.into(a), 0, 0)
	}
}
