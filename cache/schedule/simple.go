package schedule

import "iter"

// KeepAll keeps the tape of every step: nothing is run again.
type KeepAll struct{}

// String is "keep".
func (KeepAll) String() string { return "keep" }

// Advances is 0.
func (KeepAll) Advances(int) int { return 0 }

// Slots is n, one tape a step.
func (KeepAll) Slots(n int) int { return max(n, 0) }

// Bytes is n tapes.
func (KeepAll) Bytes(n int, z Sizes) int64 { return mul(int64(n), z.Tape) }

// Actions implements Schedule.
func (k KeepAll) Actions(n int) iter.Seq[Action] { return k.Until(below(n)) }

// Until implements Unbounded; nothing is advanced here either.
func (KeepAll) Until(more func(int) bool) iter.Seq[Action] {
	return sequence(func(w *writer) {
		for i := 0; !w.done && more(i); i++ {
			w.keep(i) // the tape of step i is in slot i
		}
		for len(w.held) > 0 && !w.done {
			w.reverseKept()
		}
	})
}

// RecomputeAll keeps the first state alone and runs to every step from there.
type RecomputeAll struct{}

// String is "recompute".
func (RecomputeAll) String() string { return "recompute" }

// Advances is n(n-1)/2.
func (RecomputeAll) Advances(n int) int { return BinomialAdvances(n, 1) }

// Slots is 1.
func (RecomputeAll) Slots(int) int { return 1 }

// Bytes counts the slot, one tape and the result put aside.
func (RecomputeAll) Bytes(n int, z Sizes) int64 { return z.states(n, 1) }

// Actions implements Schedule.
func (RecomputeAll) Actions(n int) iter.Seq[Action] { return Binomial(1).Actions(n) }

// Until implements Unbounded: n + n(n-1)/2 advances.
func (RecomputeAll) Until(more func(int) bool) iter.Seq[Action] {
	return Online(1).Until(more)
}

// below is the loop condition of n steps.
func below(n int) func(int) bool { return func(i int) bool { return i < n } }
