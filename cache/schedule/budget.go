package schedule

import (
	"fmt"
	"math"
)

// Sizes are the bytes that a schedule's contents take.
type Sizes struct {
	State int64 // what a snapshot of the carried state takes
	Tape  int64 // what the tape of one step takes
}

// states is the memory for n steps with so many states in slots: those, the tape
// of the step being reversed, and one state more, the program's result, which
// must be put aside because running steps again overwrites it.
func (z Sizes) states(n, slots int) int64 {
	switch {
	case n <= 0:
		return 0
	case slots == 0:
		return z.Tape
	}
	return add(mul(int64(slots)+1, z.State), z.Tape)
}

// mixedLimit bounds n·s for the tables of Mixed that Auto is ready to compute.
const mixedLimit = 1 << 20

// Auto gives the schedule that advances the fewest steps for n steps within a
// memory of budget bytes. KeepAll comes first: it advances none, which no number
// of snapshots attains. Then Binomial, of steps or of blocks of as many as serve
// best, with as many slots as fit besides, and Mixed with as many slots of the
// larger size as fit, the latter where n times the slots is at most 2^20. Of
// equals the one that takes fewer bytes is given, then the one named first.
//
// There is an error if nothing fits, or if a size is negative.
func Auto(n int, budget int64, z Sizes) (Schedule, error) {
	if z.State < 0 || z.Tape < 0 {
		return nil, fmt.Errorf("sizes of %d and %d bytes", z.State, z.Tape)
	}
	if (KeepAll{}).Bytes(n, z) <= budget {
		return KeepAll{}, nil
	}
	room := z.room(budget)
	candidates := make([]Schedule, 0, 3)
	if s := fit(n, room, z.State); s > 0 {
		candidates = append(candidates, Binomial(s))
	}
	if b := blocksFor(n, budget, z); b.K > 0 {
		candidates = append(candidates, b)
	}
	if s := fit(n, room, max(z.State, z.Tape)); s > 0 && s <= mixedLimit/n {
		candidates = append(candidates, Mixed(s))
	}
	var best Schedule
	var least int
	for _, c := range candidates {
		t := c.Advances(n)
		if best == nil || t < least || t == least && c.Bytes(n, z) < best.Bytes(n, z) {
			best, least = c, t
		}
	}
	if best == nil {
		return nil, fmt.Errorf("a memory of %d bytes is too small: the least is %d", budget,
			min(KeepAll{}.Bytes(n, z), RecomputeAll{}.Bytes(n, z)))
	}
	return best, nil
}

// AutoUnbounded is Auto for a number of steps that is not known: Online with as
// many slots as fit. There is an error where Auto has one.
func AutoUnbounded(budget int64, z Sizes) (Unbounded, error) {
	if z.State < 0 || z.Tape < 0 {
		return nil, fmt.Errorf("sizes of %d and %d bytes", z.State, z.Tape)
	}
	s := fit(math.MaxInt32, z.room(budget), z.State)
	if s < 1 {
		return nil, fmt.Errorf("a memory of %d bytes is too small: the least is %d", budget, z.states(2, 1))
	}
	return Online(s), nil
}

// room is what a budget leaves for slots, or less than 0: it has to hold one tape
// and the result put aside besides.
func (z Sizes) room(budget int64) int64 {
	if besides := add(z.State, z.Tape); besides <= budget {
		return budget - besides
	}
	return -1
}

// fit is how many slots of size bytes go into room, at most n-1.
func fit(n int, room, size int64) int {
	switch {
	case room < 0:
		return 0
	case size == 0:
		return n - 1
	}
	return int(min(room/size, int64(n-1)))
}

// blocksFor gives the blocks that advance least of those that fit, and of equals
// the smallest; K is 0 if none do. Of the sizes that give the same number of
// blocks the least is the best in every respect: there are about 2√n of those,
// n/m for m up to √n and those up to √n.
func blocksFor(n int, budget int64, z Sizes) Blocks {
	best, least := Blocks{}, 0
	try := func(k int) {
		tapes := z
		tapes.Tape = mul(int64(k), z.Tape)
		m := (n + k - 1) / k
		s := fit(m, tapes.room(budget), z.State)
		if k < 2 || m < 2 || s < 1 {
			return
		}
		if t := mul(int64(k), int64(BinomialAdvances(m, s))); best.K == 0 || int(t) <= least {
			best, least = Blocks{Binomial(s), k}, int(t)
		}
	}
	m := 2
	for ; m*m <= n; m++ {
		try((n + m - 1) / m)
	}
	for k := (n + m - 1) / m; k > 1; k-- {
		try(k)
	}
	return best
}

// add and mul are sums and products of sizes; what does not fit is the largest
// number.
func add(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

func mul(a, b int64) int64 {
	if b > 0 && a > math.MaxInt64/b {
		return math.MaxInt64
	}
	return a * b
}
