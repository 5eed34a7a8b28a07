package flang

import "github.com/llad-ad/llad/ir"

// Where the members of a descriptor are, in bytes. Dimensions follow each other, each with its lower
// bound, its extent and its stride in bytes; behind them is the address of a derived type's table.
const (
	atBase       = 0
	atLength     = 8
	atVersion    = 16
	atRank       = 20
	atType       = 21
	atAttribute  = 22
	atExtra      = 23
	atDimensions = 24
	dimension    = 24
)

// Attributes of descriptors.
const (
	pointer     = 1
	allocatable = 2
)

// maxRank is the greatest rank of arrays in Fortran.
const maxRank = 15

// box is what is known of the descriptor that a call is handed.
type box struct {
	null      bool
	rank      int // -1 where it is not known
	code      int // of the type, 0 where it is not known
	length    int64
	attribute int // -1 where it is not known
	table     *ir.Global
	open      bool // the program may change the type and the rank elsewhere
	varied    bool // it is made with several types
}

// box finds out about a descriptor.
func (m *memory) box(p ir.Value) box {
	if ir.IsZero(p) {
		return box{null: true}
	}
	b := box{rank: -1, attribute: -1}
	number := func(off, size int64) (int64, bool) {
		h := m.holds(p, off, size)
		b.open = b.open || h.open
		if h.v == nil || h.many {
			return 0, false
		}
		return ir.IntValue(h.v)
	}
	if n, ok := number(atRank, 1); ok && n >= 0 && n <= maxRank {
		b.rank = int(n)
	}
	if n, ok := number(atType, 1); ok && n > 0 {
		b.code = int(n)
	}
	b.varied = b.code == 0 && m.holds(p, atType, 1).many
	if n, ok := number(atAttribute, 1); ok {
		b.attribute = int(n)
	}
	if n, ok := number(atLength, 8); ok {
		b.length = n
	}
	if b.code == codeDerived && b.rank >= 0 {
		switch h := m.holds(p, atDimensions+int64(b.rank)*dimension, 8); {
		case h.many || h.v == nil:
		case ir.IsZero(h.v): // of any type, and without an object
			b.code, b.varied = 0, true
		case !h.poly:
			b.table, _ = ir.AliasTarget(h.v).(*ir.Global)
		}
	}
	return b
}
