package typeanalysis

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// virtual adds the rule of a call of a function in a table that an argument leads to,
// and reports whether i is one. Each object is handed to the functions of its own table alone:
// the classes of a hierarchy have other members in the same bytes.
func (s *System) virtual(i *ir.Instr, c indirectCall) bool {
	slot, this := slotOf(i)
	if this < 0 {
		return false
	}
	args, result := s.nodesOf(i), s.at(i)
	object := args[this]
	s.facts.rule(func(r *rule) {
		for _, t := range object.order {
			o := s.facts.objects[t.obj]
			if t.pos != 0 || o.fn != nil {
				continue
			}
			r.watch(o)
			for _, at := range object.points[t].list {
				s.eachMethod(r, o, at, slot, func(fn objectID) {
					s.method(fn, c, args, this, result)
					if f := s.facts.objects[fn].fn; !f.IsDecl && this < len(f.Params) {
						s.facts.point(s.function(f).params[this], 0, o.id, at)
					}
				})
			}
		}
	}, object)
	return true
}

// slotOf is the place in the table of a call whose callee is loaded from a table that stands
// at the begin of what an argument leads to, and which argument that is; -1 for none.
func slotOf(i *ir.Instr) (slot int64, this int) {
	load, isInstr := i.Callee().(*ir.Instr)
	if !isInstr || load.Op != ir.Load {
		return 0, -1
	}
	at, isInstr := load.Arg(0).(*ir.Instr)
	if isInstr && at.Op == ir.GetElementPtr && at.NumArgs() == 2 {
		n, known := ir.IntValue(at.Arg(1))
		if !known {
			return 0, -1
		}
		slot = n * at.Parent.Parent.Module.Layout.AllocSize(at.Elem)
		at, isInstr = at.Arg(0).(*ir.Instr)
	}
	if !isInstr || at.Op != ir.Load {
		return 0, -1
	}
	return slot, slices.Index(i.CallArgs(), at.Arg(0))
}

// eachMethod calls yield with the functions that stand in a slot of the tables to which the
// word at an offset of an object leads.
func (s *System) eachMethod(r *rule, o *object, at pattern, slot int64, yield func(fn objectID)) {
	for k := range o.cells {
		c := o.cells[k]
		if !c.at.meets(1, at, 1) {
			continue
		}
		for _, id := range c.order {
			table := s.facts.objects[id]
			r.watch(table)
			for _, p := range c.holds[id].list {
				for _, entry := range table.cells {
					if !entry.at.meets(1, p.shift(slot), 1) {
						continue
					}
					for _, fn := range entry.order {
						if s.facts.objects[fn].fn != nil {
							yield(fn)
						}
					}
				}
			}
		}
	}
}

// method says that a call leads to a function of a table: all but the object is handed over.
func (s *System) method(fn objectID, c indirectCall, args []*node, this int, result *node) {
	if c.linked[fn] {
		return
	}
	c.linked[fn] = true
	f := s.facts.objects[fn].fn
	if f.IsDecl {
		return
	}
	to := s.function(f)
	to.through = true
	revive(s, to)
	for k, n := range args {
		switch {
		case k >= len(to.params):
		case k == this:
			s.facts.rule(func(*rule) {
				s.facts.store(to.params[k], n.stored)
				s.facts.use(n, to.params[k].used)
			}, n, to.params[k])
		default:
			s.facts.same(n, to.params[k])
		}
	}
	s.facts.same(to.ret, result)
}
