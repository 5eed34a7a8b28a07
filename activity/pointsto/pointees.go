package pointsto

import (
	"slices"
	"strconv"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
)

// Pointees are the addresses an operand may hold.
func (p *Analysis) Pointees(v ir.Value) AddrSet {
	if n, ok := p.Index.Of(v); ok {
		return p.Sets[n]
	}
	var set AddrSet
	p.constAddrs(v, 0, func(a memtypes.Addr, _ int64) {
		if p.frozen == 0 || a.Obj < p.frozen {
			set.add(p.current(a))
		}
	})
	return set
}

// Reachable lists the objects that can be reached from a set of addresses.
func (p *Analysis) Reachable(start AddrSet) []int32 {
	var list []int32
	if n := len(p.Objs) - len(p.scratch.reached); n > 0 {
		p.scratch.reached = append(p.scratch.reached, make([]int32, n)...)
	}
	p.scratch.walks++
	add := func(o int32) {
		if p.scratch.reached[o] != p.scratch.walks {
			p.scratch.reached[o] = p.scratch.walks
			list = append(list, o)
		}
	}
	for _, a := range start {
		add(a.Obj)
	}
	for k := 0; k < len(list); k++ {
		objectsIn(p, list[k], add)
	}
	return list
}

// Contained are the addresses that an object's memory may hold. The set may belong
// to a node.
func (p *Analysis) Contained(o int32) AddrSet {
	s, own := p.Sets[p.Objs[o].All], false
	add := func(a memtypes.Addr) {
		if !own {
			s, own = append(make(AddrSet, 0, len(s)+4), s...), true
		}
		s.add(a)
	}
	for _, k := range p.Stands(o) {
		ob := &p.Objs[k]
		for _, off := range ob.Offsets {
			if d, ok := p.Deeps[[2]int64{int64(k), off}]; ok {
				add(p.current(memtypes.Addr{Obj: d, Stride: 1}))
			}
		}
		if ob.anyDeep != 0 {
			add(p.current(memtypes.Addr{Obj: ob.anyDeep, Stride: 1}))
		}
		if ob.Kind == ObjUnknown {
			add(memtypes.Addr{Stride: 1})
		}
	}
	return s
}

// HoldsAddress reports whether addresses were stored to a cell, other than those
// that memory of others may hold anywhere.
func (p *Analysis) HoldsAddress(cell Node) bool {
	return slices.ContainsFunc(p.Sets[cell], func(a memtypes.Addr) bool {
		ob := &p.Objs[a.Obj]
		return ob.Kind != ObjDeep || ob.Off >= 0
	})
}

// AlignedPointees are the addresses an argument of a block operation may hold:
// of those of which nothing is known, the ones that fit its alignment.
func (p *Analysis) AlignedPointees(i *ir.Instr, k int) AddrSet {
	set := p.Pointees(i.Arg(k))
	text, ok := i.ArgAttr(k, "align")
	align, err := strconv.ParseInt(text, 10, 64)
	if !ok || err != nil {
		return set
	}
	var out AddrSet
	for n, a := range set {
		if a.Stride > 0 && a.Stride < align && align%a.Stride == 0 && a.Off%a.Stride == 0 {
			if out == nil {
				out = append(AddrSet(nil), set...)
			}
			out[n].Off, out[n].Stride = 0, align
		}
	}
	if out == nil {
		return set
	}
	return out
}
