package typeanalysis

// mostInEach bounds the elements of an array in a struct that are told apart, and the patterns of addresses in
// arrays of such.
const mostInEach = 32

// eachOf are the offsets that an address takes in an array of structs which is displaced from some offsets by others: inside of
// an array in each struct. None where it is not known to be so.
func (d *declaration) eachOf(from, by pattern, how movement) []pattern {
	switch {
	case d == nil || d.period == 0:
		return nil
	case how.again && by.stride == 0 && by.lo > 0:
		return d.inEach(from, pattern{0, far, by.lo}, by.lo)
	case how.again && by.stride == 0 && by.lo < 0:
		return d.inEach(from, pattern{far / by.lo * -by.lo, 0, -by.lo}, -by.lo)
	case how.terms == nil:
		return d.inEach(from, by, how.unit)
	}
	to, terms := how.terms()
	from, by = from.shift(to), exactly(0)
	unit := int64(0)
	for _, t := range terms {
		if t.unit%d.period == 0 {
			from = from.plus(t.by)
		} else {
			by, unit = by.plus(t.by), gcd(unit, t.unit)
		}
	}
	return d.inEach(from, by, unit)
}

// inEach are the offsets that an address takes which moves by units through an array in an element of an
// array of structs, for each place in it: those in that array (bounds). None where it is not known to do so.
func (d *declaration) inEach(from, by pattern, unit int64) (list []pattern) {
	if d == nil || d.period == 0 || from.stride%d.period != 0 || by.stride == 0 {
		return nil
	}
	if unit <= 1 {
		unit = by.stride
	}
	if unit < leastStep || by.stride%unit != 0 {
		return nil
	}
	at := floorMod(from.lo-d.base, d.period)
	for _, r := range d.regions {
		if at < r[0] || at >= r[1] || (r[1]-r[0])%unit != 0 || r[1]-r[0] < 2*unit {
			continue
		}
		first, last := at+by.lo, at+by.hi
		endless := by.hi >= far || by.lo <= -far/2
		if by.lo <= -far/2 {
			first = r[0] + floorMod(at+by.lo-r[0], by.stride)
		}
		if endless {
			last = min(last, r[1]-1)
		}
		if first < r[0] || first >= r[1] || last >= r[1] || (last-first)/by.stride >= mostInEach {
			return nil
		}
		for p := first; p <= last; p += by.stride {
			list = append(list, from.shift(p-at))
		}
	}
	return list
}

// most bounds the patterns of addresses in an object.
func (s *solver) most(id objectID) int {
	if d := s.objects[id].declared; d != nil && d.period > 0 {
		return mostInEach
	}
	return mostPlaces
}
