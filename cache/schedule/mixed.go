package schedule

import (
	"iter"
	"math"
	"strconv"
)

// Mixed keeps a state or a step's tape in each of S slots, whichever serves
// better: Maddison, "Step-based checkpointing with high-level algorithmic
// differentiation" (J. Comput. Sci. 82, 2024). Where the two are of similar size
// it advances fewer steps than any schedule of states alone. Less than one slot
// counts as one.
type Mixed int

func (m Mixed) s() int { return max(int(m), 1) }

// String is "mixed:S".
func (m Mixed) String() string { return "mixed:" + strconv.Itoa(m.s()) }

// Slots is S, or n-1 where that is less.
func (m Mixed) Slots(n int) int { return max(min(m.s(), n-1), 0) }

// Bytes counts slots of the larger size, one tape and the result put aside.
func (m Mixed) Bytes(n int, z Sizes) int64 {
	if n <= 1 {
		return z.states(n, 0)
	}
	return add(add(mul(int64(m.Slots(n)), max(z.State, z.Tape)), z.Tape), z.State)
}

// Advances is the value of the dynamic program less the n runs with a tape.
func (m Mixed) Advances(n int) int {
	if n <= 1 {
		return 0
	}
	return int(newMixedTable(n, m.Slots(n)).runs - int64(n))
}

// Actions implements Schedule.
func (m Mixed) Actions(n int) iter.Seq[Action] {
	return sequence(func(w *writer) {
		if n <= 0 {
			return
		}
		s := m.Slots(n)
		t := newMixedTable(n, s)
		for e := n; e > 0 && !w.done; e-- {
			if k := len(w.held) - 1; k >= 0 && w.held[k].tape {
				w.reverseKept()
				continue
			}
			if w.hand < 0 {
				w.restore()
			}
			m.walk(w, t, e, s)
			w.reverse()
			if k := len(w.held) - 1; k >= 0 && w.held[k].pos == e-1 && !w.held[k].tape {
				w.discard(k)
			}
		}
	})
}

// walk goes from the state at hand to state e-1 and fills slots as the table
// says.
func (m Mixed) walk(w *writer, t *mixedTable, e, s int) {
	for w.hand < e-1 && !w.done {
		k := len(w.held) - 1
		kept := k >= 0 && w.held[k].pos == w.hand && !w.held[k].tape
		free := s - len(w.held)
		if kept {
			free++ // the slot of the state at hand is there to be used anew
		}
		ahead := t.choice(e-w.hand, free)
		if kept && ahead == 0 {
			w.discard(k)
		}
		switch {
		case ahead == 0:
			w.keep(w.free())
		case !kept:
			w.snapshot(w.free())
			fallthrough
		default:
			w.advance(w.hand + ahead)
		}
	}
}

// mixedTable is the dynamic program for M(n, s), the least number of runs of
// steps, with or without tape, that reverse n steps from a state at hand with s
// empty slots:
//
//	M(1, s) = 1
//	M(n, 0) = ∞                                             for n > 1
//	M(n, s) = min( 1 + M(n-1, s-1),                         keep the tape of the step
//	               min over 1<i<n of i + M(n-i, s-1) + M(i, s) )  keep the state, advance i
//
// The slot of a state is empty again once the state has been restored for the
// last time, hence M(i, s) with all slots. For n ≤ s+1, M(n, s) = n.
//
// For n > s+1 the search for i goes no further than s from the last i found:
// the least i is monotone in n with steps of at most s, which the tests compare
// with the full search.
type mixedTable struct {
	n     int
	ahead []int32 // (s-1)*n + (m-1): how far M(m, s) advances, 0 for a tape
	runs  int64   // M(n, s)
}

func newMixedTable(n, s int) *mixedTable {
	t := &mixedTable{n: n, ahead: make([]int32, n*max(s, 0))}
	prev, cur := make([]int64, n+1), make([]int64, n+1)
	for m := range prev {
		prev[m] = math.MaxInt32 * int64(m-1) // no slots: more than anything else
	}
	prev[0], prev[1] = 0, 1
	for k := 1; k <= s; k++ {
		t.row(k, prev, cur)
		prev, cur = cur, prev
	}
	t.runs = prev[n]
	return t
}

// row computes M(·, s) in cur from M(·, s-1) in prev.
func (t *mixedTable) row(s int, prev, cur []int64) {
	cur[0] = 0
	from := 0 // the last i found, 0 for none
	for m := 1; m <= t.n; m++ {
		if m <= s+1 {
			cur[m] = int64(m)
			continue
		}
		lo, hi := from, min(from+s, m-1)
		if from == 0 {
			lo, hi = 2, m-1
		}
		best, at := int64(math.MaxInt64), 0
		for i := lo; i <= hi; i++ {
			c := int64(i) + cur[i] + prev[m-i]
			if c < best || c == best && from == 0 { // the first search takes the largest
				best, at = c, i
			}
		}
		from = at
		if tape := 1 + prev[m-1]; tape <= best {
			if tape < best {
				from = 0
			}
			best, at = tape, 0
		}
		cur[m] = best
		t.ahead[(s-1)*t.n+m-1] = int32(at)
	}
}

// choice says how to begin m > 1 steps with s > 0 slots: keep the state and
// advance so many steps, or 0: keep the step's tape.
func (t *mixedTable) choice(m, s int) int { return int(t.ahead[(s-1)*t.n+m-1]) }
