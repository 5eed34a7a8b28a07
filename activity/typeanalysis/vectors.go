package typeanalysis

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// vectorAddress adds the rules of a vector of addresses, each lane of which is displaced on its own.
func vectorAddress(s *System, i *ir.Instr) {
	base, to := i.Arg(0), s.at(i)
	if lanes := int64(i.Typ.Len); i.Typ.Scalable || lanes*address.size() > ahead {
		s.facts.displaced(to, s.at(base), func() pattern { return anywhere }) // as if each were anywhere
		return
	}
	for k := range int64(i.Typ.Len) {
		from, lane := s.at(base), s.facts.newNode()
		at := k * address.size()
		if base.Type().IsVector() {
			from = s.facts.newNode()
			s.facts.move(s.at(base), from, at, at+address.size(), -at)
		}
		var on []*node
		known := s.layout.Steps(i.Elem, i.Args()[1:], func(index ir.Value, bytes int64) bool {
			if index != nil {
				on = append(on, s.distancesIn(laneOf(index, k, 0))...)
			}
			return bytes < mostFactor
		})
		s.facts.displaced(lane, from, func() pattern {
			if !known {
				return anywhere
			}
			d := exactly(0)
			s.layout.Steps(i.Elem, i.Args()[1:], func(index ir.Value, bytes int64) bool {
				if index == nil {
					d = d.shift(bytes)
					return true
				}
				n := anywhere
				if v := laneOf(index, k, 0); v != nil {
					n = s.offsets(v, 0)
				}
				d = d.plus(n.times(bytes))
				return true
			})
			return d
		}, on...)
		s.facts.move(lane, to, 0, address.size(), at)
	}
}

// laneOf is the value of a lane of a vector, or a scalar itself; nil where it is computed with its whole vector.
func laneOf(v ir.Value, k int64, depth int) ir.Value {
	if !v.Type().IsVector() {
		return v
	}
	switch v := v.(type) {
	case *ir.Const:
		switch {
		case v.Kind == ir.ConstVector && k < int64(len(v.Elems)):
			return v.Elems[k]
		case v.Kind == ir.ConstSplat:
			return v.Elems[0]
		case v.Kind == ir.ConstZero:
			return ir.NewInt(v.Typ.Elem, 0)
		}
	case *ir.Instr:
		if depth > mostNested || gone(v) {
			return nil
		}
		switch v.Op {
		case ir.InsertElement:
			if n, ok := ir.IntValue(v.Arg(2)); ok {
				if n == k {
					return v.Arg(1)
				}
				return laneOf(v.Arg(0), k, depth+1)
			}
		case ir.ShuffleVector:
			n := int64(v.Arg(0).Type().Len)
			if mask := edit.ShuffleMask(v.Arg(2), int64(v.Typ.Len)); k < int64(len(mask)) && mask[k] >= 0 && mask[k] < n {
				return laneOf(v.Arg(0), mask[k], depth+1)
			}
		}
	}
	return nil
}
