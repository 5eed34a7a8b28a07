package tape

import "github.com/llad-ad/llad/ir"

// shareLimit bounds the values of a record whose fields may be shared: finding
// out which ones exclude each other takes a walk per block.
const shareLimit = 64

// field of a record, and the values that it holds in different runs.
type sharedField struct {
	size   int64
	blocks []*ir.Block // where they are computed
}

// shareFields numbers fields for the values of rec, taken in the given order:
// values of one size that are never computed both, in one call or iteration,
// share a field. It gives the first value of each field.
func (l *Layout) shareFields(rec *record, order []int) (fieldOf []int, first []int) {
	fieldOf = make([]int, len(rec.values))
	if len(rec.values) > shareLimit {
		for at, k := range order {
			fieldOf[k] = at
		}
		return fieldOf, order
	}
	var fields []sharedField
	reach := map[*ir.Block]map[*ir.Block]bool{}
	for _, k := range order {
		v := rec.values[k]
		size := l.bytes(StoreType(l.rt.M, v.Type()))
		home := l.plan.F.Entry() // of parameters, which all share nothing
		if i, ok := v.(*ir.Instr); ok {
			home = i.Parent
		}
		at := -1
		for f := range fields {
			if fields[f].size == size && l.excluded(rec, home, fields[f].blocks, reach) {
				at = f
				break
			}
		}
		if at < 0 {
			at = len(fields)
			fields = append(fields, sharedField{size: size})
			first = append(first, k)
		}
		fields[at].blocks = append(fields[at].blocks, home)
		fieldOf[k] = at
	}
	return fieldOf, first
}

// excluded reports whether no run of rec's call or iteration passes through both
// b and one of the others.
func (l *Layout) excluded(rec *record, b *ir.Block, others []*ir.Block, reach map[*ir.Block]map[*ir.Block]bool) bool {
	for _, o := range others {
		if l.reachedFrom(rec, b, reach)[o] || l.reachedFrom(rec, o, reach)[b] {
			return false
		}
	}
	return true
}

// reachedFrom gives the blocks that a run may come to from b, itself included.
func (l *Layout) reachedFrom(rec *record, b *ir.Block, reach map[*ir.Block]map[*ir.Block]bool) map[*ir.Block]bool {
	if seen := reach[b]; seen != nil {
		return seen
	}
	seen := map[*ir.Block]bool{b: true}
	reach[b] = seen
	stack := []*ir.Block{b}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, to := range x.Succs() {
			if seen[to] || rec.loop != nil && (to == rec.loop.Header || !rec.loop.Contains(to)) {
				continue
			}
			seen[to] = true
			stack = append(stack, to)
		}
	}
	return seen
}
