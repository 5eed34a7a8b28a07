package schedule

import (
	"iter"
	"math"
	"math/bits"
	"strconv"
)

// Binomial is the schedule of Griewank and Walther, "Algorithm 799: revolve"
// (ACM TOMS 26, 2000): of all schedules that keep states alone it advances the
// fewest steps, for a known number of steps and this many slots. Less than one
// slot counts as one, as the first state must be somewhere.
type Binomial int

func (b Binomial) s() int { return max(int(b), 1) }

// String is "binomial:S".
func (b Binomial) String() string { return "binomial:" + strconv.Itoa(b.s()) }

// Advances is BinomialAdvances.
func (b Binomial) Advances(n int) int { return BinomialAdvances(n, b.s()) }

// Slots is S, or n-1 where that is less.
func (b Binomial) Slots(n int) int { return max(min(b.s(), n-1), 0) }

// Bytes counts the slots, one tape and the result put aside.
func (b Binomial) Bytes(n int, z Sizes) int64 { return z.states(n, b.Slots(n)) }

// Actions implements Schedule.
func (b Binomial) Actions(n int) iter.Seq[Action] {
	return sequence(func(w *writer) {
		if n > 1 {
			w.snapshot(w.free())
			// Walk from state 0 as if it had been restored.
			w.unwind(n, b.s(), placement{everywhere, lowest})
		} else {
			w.unwind(n, 0, placement{nowhere, lowest})
		}
	})
}

// next is where the next snapshot goes on the way from state i to state e-1
// with b slots that include the one of state i.
func (b Binomial) next(i, e int) int { return i + BinomialSplit(e-i, b.s()) }

// Repetitions is the r of Griewank and Walther: the least number with
// n ≤ C(s+r, s), so that no step is advanced more than r times. It also gives
// C(s+r, s), or the largest int where that is less.
func Repetitions(n, s int) (r, beta int) {
	beta = 1
	if s == 1 { // C(r+1, 1)
		return max(n-1, 0), max(n, 1)
	}
	for beta < n {
		r++
		beta = scale(beta, s+r, r)
	}
	return r, beta
}

// BinomialAdvances is t(n, s) = r·n - C(s+r, s+1) with the r of Repetitions:
// the least number of steps advanced in reversing n steps with s slots of
// states, proved in Griewank and Walther 2000.
func BinomialAdvances(n, s int) int {
	if n <= 1 {
		return 0
	}
	s = max(min(s, n-1), 1)
	r, beta := Repetitions(n, s)
	return r*n - scale(beta, r, s+1) // C(s+r, s+1) = C(s+r, s)·r/(s+1)
}

// BinomialSplit is how many of n steps to advance to the next snapshot, with s
// slots that include the one of the state at hand: the m that minimises
// m + t(m, s) + t(n-m, s-1). It is 0 where no snapshot is to be taken: for
// the last slot and for one or two steps. Of the optimal m it gives the largest,
// min(C(s+r-1, s), n - C(s+r-2, s-1)).
func BinomialSplit(n, s int) int {
	if n <= 2 || s <= 1 {
		return 0
	}
	s = min(s, n-1)
	r, beta := Repetitions(n, s)
	left := scale(beta, r, s+r)    // C(s+r-1, s)
	right := scale(left, s, s+r-1) // C(s+r-2, s-1)
	return min(left, n-right)
}

// scale is a·b/c without overflow of the product; what does not fit is the
// largest int.
func scale(a, b, c int) int {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi >= uint64(c) {
		return math.MaxInt
	}
	q, _ := bits.Div64(hi, lo, uint64(c))
	if q > math.MaxInt {
		return math.MaxInt
	}
	return int(q)
}
