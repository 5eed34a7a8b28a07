package pointsto

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/llad-ad/llad/activity/memtypes"
)

// anySet gives a set of addresses of some of n objects.
func anySet(r *rand.Rand, n int) (s AddrSet) {
	for o := range n {
		if r.IntN(3) == 0 {
			s = append(s, memtypes.Addr{Obj: int32(o), Off: int64(8 * r.IntN(4)), Stride: int64(8 * r.IntN(3))}.Norm())
		}
	}
	return s
}

// Many addresses at once make of a set what they make of it one by one, and are counted as often.
func TestMergeIsAdd(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n, most := 1+r.IntN(40), r.IntN(12)
		set, list := anySet(r, n), anySet(r, n)
		want := slices.Clone(set)
		grew, times := false, 0
		for _, a := range list {
			if want.add(a) {
				grew = true
				if len(want) > most {
					times++
				}
			}
		}
		got := slices.Clone(set)
		grown, over := got.merge(list, most)
		if !slices.Equal(got, want) || grown != grew || over != times {
			t.Fatalf("%v with %v: %v, %t, %d; one by one %v, %t, %d", set, list, got, grown, over, want, grew, times)
		}
	}
}

// What is new since a set was looked at is what is not, just like that, in what was there then.
func TestSince(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var s scratch
	var before AddrSet
	for range 500 {
		set := anySet(r, 20)
		var want AddrSet
		for _, a := range set {
			if !slices.Contains(before, a) {
				want = append(want, a)
			}
		}
		if got := s.since(set, &before); !slices.Equal(got, want) || !slices.Equal(before, set) {
			t.Fatalf("%v of %v, want %v", got, set, want)
		}
	}
}

func TestEdgeIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var x edgeIndex
	want := map[[2]Node]int32{}
	for k := range int32(5000) {
		from, to := Node(1+r.IntN(90)), Node(1+r.IntN(90))
		at, ok := x.of(from, to)
		if old, known := want[[2]Node{from, to}]; ok != known || ok && at != old {
			t.Fatalf("%d to %d: %d, %t, want %d, %t", from, to, at, ok, old, known)
		}
		if !ok {
			x.add(from, to, k)
			want[[2]Node{from, to}] = k
		}
	}
	if x.n != len(want) {
		t.Fatalf("%d edges, want %d", x.n, len(want))
	}
}

// TestAddressesInOrder: what a merge of objects leaves is sorted again, with one address an object.
func TestAddressesInOrder(t *testing.T) {
	at := func(o int32, off int64) memtypes.Addr { return memtypes.Addr{Obj: o, Off: off} }
	got := AddrSet{at(1, 8), at(5, 0), at(2, 0), at(5, 16), at(3, 0)}.inOrder()
	if want := (AddrSet{at(1, 8), at(2, 0), at(3, 0), joinAddr(at(5, 0), at(5, 16))}); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
