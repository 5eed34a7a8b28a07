package schedule

import (
	"iter"
	"math/bits"
)

// CTZ keeps a hierarchy of states whose distances halve towards the step to
// reverse next, as Griewank describes it ("Achieving logarithmic growth of
// temporal and spatial complexity in reverse automatic differentiation", 1992).
// State i lives in the slot that the number of trailing zeros of i names, so
// that each new state replaces the one it makes superfluous and the number of
// steps need not be known: at most ⌈log2 n⌉+1 states for n steps, whatever n
// turns out to be, and O(log n) runs of every step.
type CTZ struct{}

// String is "ctz".
func (CTZ) String() string { return "ctz" }

// CTZSlot is the slot of state i: 0 for the first, otherwise one more than the
// number of trailing zeros of i.
func CTZSlot(i int) int {
	if i == 0 {
		return 0
	}
	return bits.TrailingZeros(uint(i)) + 1
}

// CTZNext is where the next snapshot goes on the way from state i, which is in
// a slot, to state e-1; i means none. It is half way, except that of four states
// a, a+1, a+2, a+3 all are had at once: a+3 needs no slot, as it is at hand.
func CTZNext(i, e int) int {
	switch d := e - i; {
	case d <= 2:
		return i
	case d <= 4:
		return i + 1
	default:
		return i + d/2
	}
}

// Slots is ⌈log2 n⌉+1.
func (CTZ) Slots(n int) int {
	if n <= 0 {
		return 0
	}
	return bits.Len(uint(n-1)) + 1
}

// Bytes counts the slots, one tape and the result put aside.
func (c CTZ) Bytes(n int, z Sizes) int64 { return z.states(n, c.Slots(n)) }

// Advances is n-1 for the forward sweep and, for every distance d = 2^k between
// neighbouring states that it leaves in the slots, k·2^(k-1) less one for every
// four: walking to the far end, then both halves.
func (CTZ) Advances(n int) int {
	t := max(n-1, 0)
	// The states left are state 0 and, for every k, the last odd multiple of
	// 2^k. They are not in the order of their trailing zeros: of 100 states
	// the sweep leaves 0 64 80 88 92 96 98 99 in the slots 0 7 5 4 3 6 2 1.
	for hi := n - 1; hi > 0; {
		lo := ctzBefore(hi, n-1)
		d := hi - lo
		k := bits.TrailingZeros(uint(d))
		t += k*d/2 - d/4
		hi = lo
	}
	return t
}

// ctzBefore is the largest state below hi that is still in its slot when state
// last is the last put away.
func ctzBefore(hi, last int) int {
	best := 0
	for d := 1; d <= last; d *= 2 {
		i := (last/d-1)/2*2 + 1 // the last odd multiple, counted in d
		if i *= d; i < hi && i > best {
			best = i
		}
	}
	return best
}

// Actions implements Schedule. Every state is put away as it is reached, the
// last one included, exactly as in Until: what is in the slots does not depend
// on n.
func (c CTZ) Actions(n int) iter.Seq[Action] {
	return sequence(func(w *writer) {
		for i := 0; i < n && !w.done; i++ {
			w.advance(i)
			c.put(w)
		}
		c.unwind(w, n)
	})
}

// Until implements Unbounded: one advance more than Actions, because the last
// step is run before it is known to be the last.
func (c CTZ) Until(more func(int) bool) iter.Seq[Action] {
	return sequence(func(w *writer) {
		i := 0
		for ; !w.done && more(i); i++ {
			c.put(w)
			w.advance(i + 1)
		}
		c.unwind(w, i)
	})
}

// put puts the state at hand into its slot in place of the one that was there.
func (CTZ) put(w *writer) {
	slot := CTZSlot(w.hand)
	for k := len(w.held) - 1; k >= 0; k-- {
		if w.held[k].slot == slot {
			w.discard(k)
			break
		}
	}
	w.snapshot(slot)
}

func (c CTZ) unwind(w *writer, n int) {
	next := func(i, e, _ int) int { return CTZNext(i, e) }
	w.unwind(n, c.Slots(n), placement{next, ctzSlot})
}
