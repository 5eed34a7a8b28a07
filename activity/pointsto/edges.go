package pointsto

// edgeIndex tells where the edge from one node to another stands among those out of the first. It is a table with
// linear probing: a function may have hundreds of thousands of edges, and each is asked for when it is made.
type edgeIndex struct {
	slots []edgeSlot // a power of two; a slot whose key is 0 is free, since 0 is no node
	n     int
}

type edgeSlot struct {
	key uint64
	at  int32
}

// minEdgeSlots is how many slots the table has at first.
const minEdgeSlots = 64

func edgeKey(from, to Node) uint64 { return uint64(uint32(from))<<32 | uint64(uint32(to)) }

// slot is where a key stands, or would.
func (x *edgeIndex) slot(key uint64) *edgeSlot {
	mask := uint64(len(x.slots) - 1)
	h := key * 0x9e3779b97f4a7c15
	for k := (h ^ h>>32) & mask; ; k = (k + 1) & mask {
		if s := &x.slots[k]; s.key == key || s.key == 0 {
			return s
		}
	}
}

// of is the place of an edge, false where there is none.
func (x *edgeIndex) of(from, to Node) (int32, bool) {
	if x.n == 0 {
		return 0, false
	}
	s := x.slot(edgeKey(from, to))
	return s.at, s.key != 0
}

// add notes a new edge.
func (x *edgeIndex) add(from, to Node, at int32) {
	if 2*(x.n+1) > len(x.slots) {
		old := x.slots
		x.slots = make([]edgeSlot, max(2*len(old), minEdgeSlots))
		for _, s := range old {
			if s.key != 0 {
				*x.slot(s.key) = s
			}
		}
	}
	*x.slot(edgeKey(from, to)) = edgeSlot{edgeKey(from, to), at}
	x.n++
}
