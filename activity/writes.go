package activity

import "github.com/llad-ad/llad/ir"

// overwrites collects the memory of others into which a function stores what
// may be floats or addresses. Even where that is nothing active, as in x[i] = 0
// or x[i] *= 2, a call matters: it ends or changes the derivatives that the
// memory's shadow holds.
func (s *summary) overwrites(p *points) {
	seen := map[end]bool{}
	note := func(objs []int32) {
		for _, r := range objs {
			for _, o := range p.stands(r) {
				_, m, ok := p.endOf(o)
				if ok && (m.kind == endMem || m.kind == endSymMem) && !seen[m] {
					seen[m] = true
					s.writes = append(s.writes, m)
				}
			}
		}
	}
	at := func(v ir.Value) []int32 {
		var objs []int32
		for _, a := range p.pointees(v) {
			objs = append(objs, a.obj)
		}
		return objs
	}
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			p.storedTo(i, note, at)
		}
	}
}

// storedTo notes the memory into which an instruction stores what may be a float or an address.
func (p *points) storedTo(i *ir.Instr, note func([]int32), at func(ir.Value) []int32) {
	switch i.Op {
	case ir.Store:
		if t := i.Arg(0).Type(); !t.IsInt() || t.Bits >= 16 {
			note(at(i.Arg(1)))
		}
	case ir.AtomicRMW, ir.CmpXchg:
		note(at(i.Arg(0)))
	case ir.Call, ir.Invoke, ir.CallBr:
		p.callOverwrites(i, note, at)
	}
}

func (p *points) callOverwrites(i *ir.Instr, note func([]int32), at func(ir.Value) []int32) {
	switch t := p.targetOf(i); t.kind {
	case toMath:
		for _, o := range t.rule.Outs {
			if o.Arg >= 0 && !o.Int {
				note(at(i.Arg(o.Arg)))
			}
		}
	case toCopy, toSet:
		note(at(i.Arg(0)))
	case toStore:
		note(at(i.Arg(t.addressArg())))
	case toUnknown, toAsm, toLink:
		for _, v := range i.CallArgs() {
			if p.mayPoint(v) {
				note(p.reachable(p.pointees(v)))
			}
		}
	case toDefined, toIndirect:
		for _, c := range p.summariesAt(i, t) {
			for _, w := range c.writes {
				note(p.endReach(i, w))
			}
		}
	}
}
