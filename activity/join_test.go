package activity

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
)

// TestJoinOrdered holds the walk over two lists against the records that they stand for.
func TestJoinOrdered(t *testing.T) {
	const size = 32
	rnd := rand.New(rand.NewSource(1))
	list := func() []memtypes.Piece {
		var l []memtypes.Piece
		for at := rnd.Int63n(8); at < size; at += rnd.Int63n(2) * rnd.Int63n(8) {
			p := memtypes.Piece{Offset: at, Size: 1 + rnd.Int63n(9), Rank: memtypes.Rank(rnd.Intn(3))}
			switch rnd.Intn(7) {
			case 0:
			case 1:
				p.Class, p.Size = memtypes.Pointer, 8
			case 2:
				p.Class, p.Size, p.Type = memtypes.FloatData, 8, ir.Double
			case 3:
				p.Class, p.Size, p.Type = memtypes.FloatData, 4, ir.Float
			case 4:
				p.Class = memtypes.Mixed
			case 5:
				p.Class = memtypes.Zeros
			default:
				p.Class = memtypes.Integer
			}
			l = append(l, p)
			at += p.Size
		}
		return l
	}
	for range 20000 {
		a, b := list(), list()
		if !memtypes.InOrder(a) || !memtypes.InOrder(b) {
			t.Fatalf("not in order: %v %v", a, b)
		}
		if got, want := memtypes.JoinOrdered(a, b, size), memtypes.JoinAny(a, b, size); !slices.Equal(got, want) {
			t.Fatalf("%v and %v join to %v, not %v", a, b, got, want)
		}
	}
	if memtypes.InOrder([]memtypes.Piece{{Size: 8, Class: memtypes.Integer}, {Offset: 4, Size: 4, Class: memtypes.Pointer}}) {
		t.Error("pieces that overlap are taken for some in order")
	}
}
