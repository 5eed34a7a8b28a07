package activity

import "github.com/llad-ad/llad/ir"

// nodes numbers the values of a function. Instructions carry their number as a
// mark, which another numbering of the same function may take over.
type nodes struct {
	marked []*ir.Instr        // by node; nil for those that are no instruction's
	others map[ir.Value]node  // of parameters, constants, and values that stand for others
	lost   map[*ir.Instr]node // of all marked, once a mark was found to be taken
}

func newNodes() *nodes { return &nodes{others: map[ir.Value]node{}} }

// add gives v the number n, which no other value has.
func (x *nodes) add(v ir.Value, n node) {
	i, ok := v.(*ir.Instr)
	if !ok {
		x.others[v] = n
		return
	}
	for len(x.marked) <= int(n) {
		x.marked = append(x.marked, nil)
	}
	x.marked[n], i.Mark = i, int32(n)
}

// alias gives v the number n, which may be that of another value.
func (x *nodes) alias(v ir.Value, n node) { x.others[v] = n }

// of is the number of v, if it has one.
func (x *nodes) of(v ir.Value) (node, bool) {
	i, isInstr := v.(*ir.Instr)
	if isInstr && int(i.Mark) < len(x.marked) && x.marked[i.Mark] == i {
		return node(i.Mark), true
	}
	if n, ok := x.others[v]; ok || !isInstr {
		return n, ok
	}
	if x.lost == nil {
		x.lost = make(map[*ir.Instr]node, len(x.marked))
		for n, i := range x.marked {
			if i != nil {
				x.lost[i] = node(n)
			}
		}
	}
	n, ok := x.lost[i]
	return n, ok
}

// at is the number of v, 0 if it has none.
func (x *nodes) at(v ir.Value) node {
	n, _ := x.of(v)
	return n
}

// each calls f for every value and its number.
func (x *nodes) each(f func(v ir.Value, n node)) {
	for n, i := range x.marked {
		if i != nil {
			f(i, node(n))
		}
	}
	for v, n := range x.others {
		f(v, n)
	}
}
