package typeanalysis

import "github.com/llad-ad/llad/ir"

// objectID is the number of an object.
type objectID int32

// object is memory.
type object struct {
	id        objectID
	size      int64        // in bytes, 0 if it is not known
	site      ir.Value     // what makes it: an instruction, a variable or a parameter
	name      string       // what it is called
	caller    bool         // the caller has it: what it holds is used, and was stored, outside too
	depth     int          // by how many loads it is found from a parameter
	fn        *ir.Function // a function's code
	foreign   bool         // it stands for all that functions without a body give
	exception bool         // it is one that is thrown
	declared  *declaration // what its type says, nil for nothing

	stored, used [numFormats]places
	cells        []cell
	inside       map[int64]objectID // of a caller's: what the addresses in it lead to

	readers []*rule // what is to be looked at when the object changes
	version int     // how often it has
}

// cell is where an object may hold addresses.
type cell struct {
	at    pattern
	holds map[objectID]*places
	order []objectID // the keys of holds, as they came

	changed int // the version of the object in which it last did
}

// in gives where in an object the addresses of a cell lead.
func (c *cell) in(id objectID) *places {
	p := c.holds[id]
	if p == nil {
		p = &places{}
		c.holds[id] = p
		c.order = append(c.order, id)
	}
	return p
}

// add notes addresses that lead to an object; it reports whether any is new, by which the
// cell's object gets a version.
func (c *cell) add(id objectID, list []pattern, version, most int) (changed bool) {
	into := c.in(id)
	for _, q := range list {
		changed = into.add(q, most) || changed
	}
	if changed {
		c.changed = version
	}
	return changed
}

// mostCells bounds the cells of an object.
const mostCells = 512

// loose reports whether what has a size may stand at any of the offsets of a pattern and at
// others that are less than the size away.
func (p pattern) loose(size int64) bool { return p.stride > 0 && p.stride < size && p.hi > p.lo }

// all is every offset.
var all = pattern{0, far, 1}

// cellAt is the cell with that pattern; where there are too many they become one.
func (o *object) cellAt(at pattern) *cell {
	if at.loose(8) {
		at = all
	}
	for k := range o.cells {
		if o.cells[k].at.contains(at) {
			return &o.cells[k]
		}
	}
	if len(o.cells) < mostCells && at != all {
		o.cells = append(o.cells, cell{at: at, holds: map[objectID]*places{}})
		return &o.cells[len(o.cells)-1]
	}
	o.version++
	one := cell{at: at, holds: map[objectID]*places{}, changed: o.version}
	for _, c := range o.cells {
		one.at = one.at.join(c.at)
		for _, id := range c.order {
			for _, q := range c.holds[id].list {
				one.in(id).add(q, mostPlaces)
			}
		}
	}
	one.at.lo, one.at.hi = floorMod(one.at.lo, max(one.at.stride, 1)), far
	o.cells = append(o.cells[:0], one)
	return &o.cells[0]
}

// put notes that a format may stand at an offset; it reports whether that is new.
func (o *object) put(into *[numFormats]places, f format, at pattern) bool {
	at, ok := at.clip(f.size(), o.size)
	if o.foreign {
		return false
	}
	if ok && at.loose(f.size()) {
		if into[f].any {
			return false
		}
		into[f] = places{list: []pattern{all}, any: true}
		return true
	}
	return ok && !into[f].any && into[f].add(at, mostHeld)
}

// overlapped are the formats of an object in a value of so many bytes that is loaded from there.
func (s *solver) overlapped(from *[numFormats]places, at pattern, width int64) (r formats) {
	for f := range from {
		if from[f].any {
			for d := int64(0); d < width; d += format(f).size() {
				r[f].add(d)
			}
			continue
		}
		s.work += len(from[f].list)
		for _, q := range from[f].list {
			q.differences(at, -format(f).size(), width, func(d int64) {
				if !cuts(q, at, d, format(f).size(), width) {
					r[f].add(d)
				}
			})
		}
	}
	return r
}

// cuts reports whether a format at q, by so much behind an access at p, would be cut by that,
// and is taken not to be: the access is as wide, and it is not known where both are.
func cuts(q, p pattern, by, size, width int64) bool {
	return (by < 0 || by+size > width) && size <= width && (q.stride > 0 || p.stride > 0)
}
