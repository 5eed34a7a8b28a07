package activity

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/llad-ad/llad/ir"
)

// TestJoinOrdered holds the walk over two lists against the records that they stand for.
func TestJoinOrdered(t *testing.T) {
	const size = 32
	rnd := rand.New(rand.NewSource(1))
	list := func() []Piece {
		var l []Piece
		for at := rnd.Int63n(8); at < size; at += rnd.Int63n(2) * rnd.Int63n(8) {
			p := Piece{Offset: at, Size: 1 + rnd.Int63n(9), rank: rank(rnd.Intn(3))}
			switch rnd.Intn(7) {
			case 0:
			case 1:
				p.Class, p.Size = Pointer, 8
			case 2:
				p.Class, p.Size, p.Type = FloatData, 8, ir.Double
			case 3:
				p.Class, p.Size, p.Type = FloatData, 4, ir.Float
			case 4:
				p.Class = Mixed
			case 5:
				p.Class = zeroBytes
			default:
				p.Class = Integer
			}
			l = append(l, p)
			at += p.Size
		}
		return l
	}
	for range 20000 {
		a, b := list(), list()
		if !inOrder(a) || !inOrder(b) {
			t.Fatalf("not in order: %v %v", a, b)
		}
		if got, want := joinOrdered(a, b, size), joinAny(a, b, size); !slices.Equal(got, want) {
			t.Fatalf("%v and %v join to %v, not %v", a, b, got, want)
		}
	}
	if inOrder([]Piece{{Size: 8, Class: Integer}, {Offset: 4, Size: 4, Class: Pointer}}) {
		t.Error("pieces that overlap are taken for some in order")
	}
}
