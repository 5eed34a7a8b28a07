package analysis

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// Limit is an upper bound of an integer.
type Limit struct {
	V    ir.Value
	Most int64
}

// RowLimits lists upper bounds of numbers that no loop changes, under which the load l and the store w
// address elements of a constant number of columns by indices that stay in their rows: where a loop over columns of
// rows of 400 elements ends at n, n is 400 at most.
func (x *DependenceTest) RowLimits(l, w *ir.Instr) []Limit {
	var limits []Limit
	for late, p := range map[bool]ir.Value{false: l.Arg(0), true: w.Arg(1)} {
		q := &dependenceQuery{x: x, l: l, w: w, number: map[queryLeaf]int{}}
		if _, off, ok := q.address(p, late); ok {
			limits = append(limits, q.columns(off, late)...)
		}
	}
	slices.SortStableFunc(limits, func(a, b Limit) int { return int(a.Most - b.Most) })
	return limits
}

// columns are the limits for an offset in bytes.
func (q *dependenceQuery) columns(off poly, late bool) (limits []Limit) {
	var shift int64
	for _, t := range off {
		if len(t.leaves) == 0 {
			shift = t.coef
		}
	}
	for _, t := range off {
		row := nextRow(off, t)
		if row == 0 || row%t.coef != 0 {
			continue
		}
		c := q.counterOf(t.leaves[0])
		if c == nil {
			continue
		}
		end, last, ok := q.last(c, late)
		if !ok {
			continue
		}
		// What is added to the index as well takes it no further than the row's end.
		more := int64(0)
		if shift > 0 && shift < row {
			more = shift / t.coef
		}
		limits = append(limits, Limit{end, row/t.coef - 1 - last - more})
	}
	return limits
}

// last is the last value of the induction variable c as a number that no loop changes, and what is added to it. Where
// a loop ends at the induction variable of one around it, as in a triangle, it is that one's last value.
func (q *dependenceQuery) last(c *loopCounter, late bool) (end ir.Value, more int64, ok bool) {
	for depth := 0; c != nil && depth < 8; depth++ {
		_, hi := q.ends(c, late)
		if hi == nil {
			return nil, 0, false
		}
		k, by, ok := hi.leafPlus()
		if !ok {
			return nil, 0, false
		}
		more += by
		end, c = q.leaves[k].v, q.counterOf(k)
	}
	return end, more, c == nil && q.settled(end)
}

// nextRow is the least constant by which another index of an offset is multiplied that is larger than that of
// t, a multiple of one index; 0 where there is none.
func nextRow(off poly, t polyTerm) (row int64) {
	if len(t.leaves) != 1 || t.coef <= 0 {
		return 0
	}
	for _, o := range off {
		if len(o.leaves) == 1 && o.coef > t.coef && (row == 0 || o.coef < row) {
			row = o.coef
		}
	}
	return row
}

// Assuming is the test under limits: they are taken to hold.
func (x *DependenceTest) Assuming(limits []Limit) *DependenceTest {
	y := *x
	y.known, y.assumed = map[[2]*ir.Instr]bool{}, map[ir.Value]int64{}
	for _, l := range limits {
		if most, ok := y.assumed[l.V]; !ok || l.Most < most {
			y.assumed[l.V] = l.Most
		}
	}
	return &y
}

// most is an upper bound of leaf k, which does not change: assumed, or found by a test before l.
func (q *dependenceQuery) most(k int) *poly {
	v := q.leaves[k].v
	if !q.settled(v) {
		return nil
	}
	most, ok := q.x.assumed[v]
	q.x.tested(q.l.Parent, func(p ir.Pred, a, b ir.Value) bool {
		c, isConst := ir.IntValue(b)
		if a != v || !isConst || p != ir.SLE && p != ir.SLT {
			return false
		}
		if p == ir.SLT {
			c--
		}
		if !ok || c < most {
			most, ok = c, true
		}
		return false
	})
	if !ok || tooLargeCoef(most) {
		return nil
	}
	hi := polyConst(most)
	return &hi
}
