package pointsto

import "github.com/llad-ad/llad/ir"

// Overwrites collects the memory of others into which a function stores what
// may be floats or addresses. Even where that is nothing active, as in x[i] = 0
// or x[i] *= 2, a call matters: it ends or changes the derivatives that the
// memory's shadow holds.
func (s *Summary) Overwrites(p *Analysis) {
	seen := map[End]bool{}
	note := func(objs []int32) {
		for _, r := range objs {
			for _, o := range p.Stands(r) {
				_, m, ok := p.EndOf(o)
				if ok && (m.Kind == EndMem || m.Kind == EndSymMem) && !seen[m] {
					seen[m] = true
					s.Writes = append(s.Writes, m)
				}
			}
		}
	}
	at := func(v ir.Value) []int32 {
		var objs []int32
		for _, a := range p.Pointees(v) {
			objs = append(objs, a.Obj)
		}
		return objs
	}
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			p.StoredTo(i, note, at)
		}
	}
}

// StoredTo notes the memory into which an instruction stores what may be a float or an address.
func (p *Analysis) StoredTo(i *ir.Instr, note func([]int32), at func(ir.Value) []int32) {
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

func (p *Analysis) callOverwrites(i *ir.Instr, note func([]int32), at func(ir.Value) []int32) {
	switch t := p.TargetOf(i); t.Kind {
	case ToMath:
		for _, o := range t.Rule.Outs {
			if o.Arg >= 0 && !o.Int {
				note(at(i.Arg(o.Arg)))
			}
		}
	case ToCopy, ToSet:
		note(at(i.Arg(0)))
	case ToStore:
		note(at(i.Arg(t.AddressArg())))
	case ToUnknown, ToAsm, ToLink:
		for _, v := range i.CallArgs() {
			if p.MayPoint(v) {
				note(p.Reachable(p.Pointees(v)))
			}
		}
	case ToDefined, ToIndirect:
		for _, c := range p.SummariesAt(i, t) {
			for _, w := range c.Writes {
				note(p.endReach(i, w))
			}
		}
	}
}
