package schedule

import (
	"iter"
	"strconv"
)

// Periodic keeps every K-th state; a segment of K steps is run a second time
// with every step's tape kept, then reversed. With K near the square root of n
// this is the scheme of Chen, Xu, Zhang and Guestrin, "Training deep nets with
// sublinear memory cost" (2016): no step is run more than twice, in the memory
// of n/K states and K tapes. A K less than 1 counts as 1.
type Periodic int

func (p Periodic) k() int { return max(int(p), 1) }

// segments is the number of segments of n steps.
func (p Periodic) segments(n int) int { return (n + p.k() - 1) / p.k() }

// String is "periodic:K".
func (p Periodic) String() string { return "periodic:" + strconv.Itoa(p.k()) }

// Advances is K(⌈n/K⌉-1): every segment but the last, which is run with its tapes
// at once.
func (p Periodic) Advances(n int) int {
	if n <= 0 {
		return 0
	}
	return p.k() * (p.segments(n) - 1)
}

// Slots is ⌈n/K⌉ states and K-1 tapes, the last tape being at hand.
func (p Periodic) Slots(n int) int {
	if n <= 0 {
		return 0
	}
	return p.segments(n) + min(p.k(), n) - 1
}

// Bytes counts the states and tapes of Slots, the tape at hand and the result
// put aside.
func (p Periodic) Bytes(n int, z Sizes) int64 {
	if n <= 0 {
		return 0
	}
	tapes := mul(int64(min(p.k(), n)), z.Tape)
	if p.segments(n) == 1 {
		return add(tapes, z.State)
	}
	return add(tapes, mul(int64(p.segments(n)+1), z.State))
}

// Actions implements Schedule.
func (p Periodic) Actions(n int) iter.Seq[Action] {
	return sequence(func(w *writer) {
		for a := 0; a < n; a += p.k() {
			if a+p.k() >= n {
				p.tapes(w, n)
				break
			}
			w.snapshot(w.free())
			w.advance(a + p.k())
		}
		p.unwind(w)
	})
}

// Until implements Unbounded: n advances.
func (p Periodic) Until(more func(int) bool) iter.Seq[Action] {
	return sequence(func(w *writer) {
		i := 0
		for ; !w.done && more(i); i++ {
			if i%p.k() == 0 {
				w.snapshot(w.free())
			}
			w.advance(i + 1)
		}
		p.segment(w, i)
		p.unwind(w)
	})
}

// unwind reverses the segments whose first states are held, last to first.
func (p Periodic) unwind(w *writer) {
	for k := len(w.held); k > 0 && !w.done; k-- {
		p.segment(w, w.held[k-1].pos+p.k())
	}
}

// segment reverses the steps from the topmost state to e-1. The state leaves
// its slot as soon as it is at hand.
func (p Periodic) segment(w *writer, e int) {
	if len(w.held) == 0 {
		return
	}
	w.restore()
	w.discard(len(w.held) - 1)
	p.tapes(w, e)
}

// tapes reverses the steps from the state at hand to e-1, keeping their tapes.
func (p Periodic) tapes(w *writer, e int) {
	tapes := 0
	for ; w.hand < e-1 && !w.done; tapes++ {
		w.keep(w.free())
	}
	w.reverse()
	for ; tapes > 0 && !w.done; tapes-- {
		w.reverseKept()
	}
}
