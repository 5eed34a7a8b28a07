package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// asSingles takes undecided pieces for floats of 32 bits, at being how far from where a float may begin the first one is.
func asSingles(l []memtypes.Piece, at int64) []memtypes.Piece {
	var out []memtypes.Piece
	for _, p := range l {
		if p.Class != memtypes.Unknown && p.Class != memtypes.Mixed {
			out = append(out, p)
			continue
		}
		for off, end := p.Offset, p.Offset+p.Size; off < end; {
			lead := (4 - (at+off)&3) & 3
			if lead == 0 && off+4 <= end {
				out = append(out, memtypes.Piece{Offset: off, Size: 4, Class: memtypes.FloatData, Type: ir.Float})
				off += 4
				continue
			}
			n := end - off
			if lead > 0 {
				n = min(n, lead)
			}
			out = append(out, memtypes.Piece{Offset: off, Size: n, Class: memtypes.Integer})
			off += n
		}
	}
	return out
}

// singleValue is asSingles for an integer in a register that is no address: all of it would have to be undecided.
func (t *types) singleValue(v ir.Value, l []memtypes.Piece) []memtypes.Piece {
	if !t.final || v.Type().Scalar().Bits < 32 {
		return l
	}
	if t.narrowLoad(v) {
		if !slices.ContainsFunc(l, func(p memtypes.Piece) bool { return p.Class != memtypes.Integer || p.Rank > memtypes.RankHint }) {
			l = []memtypes.Piece{{Size: sizeOf(l)}} // only pointers to integers say so, through which optimisers move structs
		}
		return asSingles(l, 0)
	}
	return l
}

// own leaves out memory of library objects where words do not tell at run time and there is other memory: that it holds
// integers says nothing of what stands there.
func (t *types) own(places pointsto.AddrSet) pointsto.AddrSet {
	if t.env.mayTellWords() || len(places) < 2 {
		return places
	}
	return slices.DeleteFunc(slices.Clone(places), func(a memtypes.Addr) bool { return a.Obj == pointsto.Foreign })
}

// strewn leaves undecided what some objects say are integers where words do not tell at run time and an address leads to
// any byte of another one that has floats: nothing tells what stands there.
func (t *types) strewn(l []memtypes.Piece, places pointsto.AddrSet, size int64) []memtypes.Piece {
	if t.env.mayTellWords() || size < minFloat || !slices.ContainsFunc(places, func(a memtypes.Addr) bool { return a.Stride > 0 && a.Stride < minFloat && t.mem[a.Obj].HasFloats() }) {
		return l
	}
	out := slices.Clone(l)
	for k := range out {
		if out[k].Class == memtypes.Integer && out[k].Size >= minFloat {
			out[k].Class = memtypes.Mixed
		}
	}
	return out
}
