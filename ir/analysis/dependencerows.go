package analysis

// inOtherColumns reports whether w writes other columns than l read, of rows whose length is
// their distance: it does not matter which rows. up is the distance from what l read to where
// w writes, down the reverse.
func (q *dependenceQuery) inOtherColumns(up, down poly, read, written int64) bool {
	for _, d := range q.distances(up) {
		right, ok := d.within(up)
		left, ok2 := d.within(down)
		if !ok || !ok2 {
			continue
		}
		free := func(within poly, by int64) bool { // from there to the same column of the next row
			rest, ok := d.length.plus(within, -1)
			return ok && q.atLeast(rest, by)
		}
		if q.atLeast(right, read) && free(right, written) || q.atLeast(left, written) && free(left, read) {
			return true
		}
	}
	return false
}

// rowDistance is the length of rows in bytes: a multiple of an invariant, or a constant.
type rowDistance struct {
	length poly
	leaf   int // -1 where length is a number
}

// distances are the possible row lengths in p, a difference of addresses.
func (q *dependenceQuery) distances(p poly) (out []rowDistance) {
	for k, leaf := range q.leaves {
		if factor, _, ok := p.by(k); ok && len(factor) > 0 && q.settled(leaf.v) {
			if g := factor.divisor(); g > 0 {
				out = append(out, rowDistance{poly{{g, []int{k}}}, k})
			}
		}
	}
	for _, t := range p {
		if n := max(t.coef, -t.coef); len(t.leaves) == 1 && n > 1 {
			out = append(out, rowDistance{polyConst(n), -1})
		}
	}
	return out
}

// within is p without multiples of the row length.
func (d rowDistance) within(p poly) (poly, bool) {
	if d.leaf >= 0 {
		_, rest, ok := p.by(d.leaf)
		return rest, ok
	}
	var rest poly
	n, _ := d.length.isConst()
	for _, t := range p {
		if len(t.leaves) == 0 || t.coef%n != 0 {
			rest = append(rest, t)
		}
	}
	return rest, true
}
