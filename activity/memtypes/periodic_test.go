package memtypes

import (
	"math"
	"testing"

	"github.com/llad-ad/llad/ir"
)

// counts adds what tells of an array of vectors of n integers.
func counts(m *Memory, n int64) {
	for k := range n {
		m.Add(Record{Off: 4 * k, Stride: 4 * n, Size: 4, End: math.MaxInt64, Class: Integer, Rank: RankStrided})
	}
}

func doubles(m *Memory, off, stride int64) {
	m.Add(Record{Off: off, Stride: stride, Size: 8, End: math.MaxInt64, Class: FloatData, Typ: ir.Double, Rank: RankStrided})
}

// TestFloatsBelowVectors: where vectors of integers claim all the bytes of an array that is
// accessed as floats or addresses, no kind of data is left out in silence.
func TestFloatsBelowVectors(t *testing.T) {
	for _, n := range []int64{4, 8, 64} {
		var m Memory
		doubles(&m, 0, 8)
		counts(&m, n)
		if list, ok := m.Periodic(Addr{}, math.MaxInt64); ok {
			t.Errorf("vectors of %d: a block is taken for %v", n, list)
		}
		var p Memory
		p.Add(Record{Stride: 8, Size: 8, End: math.MaxInt64, Class: Pointer, Rank: RankStrided})
		counts(&p, n)
		if list, ok := p.Periodic(Addr{}, math.MaxInt64); ok {
			t.Errorf("vectors of %d and addresses: a block is taken for %v", n, list)
		}
	}
}

// TestMembersOfStructs: the members of structs in an array are told by their longer strides.
func TestMembersOfStructs(t *testing.T) {
	var m Memory
	doubles(&m, 0, 8)
	m.Add(Record{Off: 8, Stride: 16, Size: 8, End: math.MaxInt64, Class: Integer, Rank: RankStrided})
	list, ok := m.Periodic(Addr{}, math.MaxInt64)
	if !ok || list[0].Class != FloatData || list[len(list)-1].Class != Integer {
		t.Errorf("an array of a float and a number each is taken for %v", list)
	}
	var ints Memory
	counts(&ints, 8)
	if list, ok := ints.Periodic(Addr{}, math.MaxInt64); !ok || list[0].Class != Integer {
		t.Errorf("integers are taken for %v", list)
	}
}
