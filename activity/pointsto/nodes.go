package pointsto

import "github.com/llad-ad/llad/ir"

// Nodes numbers the values of a function. Instructions carry their number as a
// mark, which another numbering of the same function may take over.
type Nodes struct {
	marked []*ir.Instr        // by node; nil for those that are no instruction's
	others map[ir.Value]Node  // of parameters, constants, and values that stand for others
	lost   map[*ir.Instr]Node // of all marked, once a mark was found to be taken
}

func newNodes() *Nodes { return &Nodes{others: map[ir.Value]Node{}} }

// add gives v the number n, which no other value has.
func (x *Nodes) add(v ir.Value, n Node) {
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

// Alias gives v the number n, which may be that of another value.
func (x *Nodes) Alias(v ir.Value, n Node) { x.others[v] = n }

// Of is the number of v, if it has one.
func (x *Nodes) Of(v ir.Value) (Node, bool) {
	i, isInstr := v.(*ir.Instr)
	if isInstr && int(i.Mark) < len(x.marked) && x.marked[i.Mark] == i {
		return Node(i.Mark), true
	}
	if n, ok := x.others[v]; ok || !isInstr {
		return n, ok
	}
	if x.lost == nil {
		x.lost = make(map[*ir.Instr]Node, len(x.marked))
		for n, i := range x.marked {
			if i != nil {
				x.lost[i] = Node(n)
			}
		}
	}
	n, ok := x.lost[i]
	return n, ok
}

// At is the number of v, 0 if it has none.
func (x *Nodes) At(v ir.Value) Node {
	n, _ := x.Of(v)
	return n
}

// Each calls f for every value and its number.
func (x *Nodes) Each(f func(v ir.Value, n Node)) {
	for n, i := range x.marked {
		if i != nil {
			f(i, Node(n))
		}
	}
	for v, n := range x.others {
		f(v, n)
	}
}
