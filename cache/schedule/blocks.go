package schedule

import (
	"iter"
	"strconv"
)

// Blocks takes K steps for one: a schedule of states speaks of blocks of K
// steps, and a block is reversed like a segment of Periodic, with the tapes of
// all its steps kept. Where a tape is smaller than a state this beats any
// schedule that reverses step by step in the same memory, and always there are K
// times fewer snapshots to copy. Of is Binomial, or one that InBlocks accepts.
type Blocks struct {
	Of Schedule
	K  int
}

// UnboundedBlocks are Blocks of a schedule that need not know the number of steps.
type UnboundedBlocks struct{ Blocks }

// InBlocks gives a schedule of states for blocks of k steps, and false where of
// keeps tapes itself.
func InBlocks(of Schedule, k int) (Schedule, bool) {
	switch of.(type) {
	case Binomial:
		return Blocks{of, k}, true
	case CTZ, Online, RecomputeAll:
		return UnboundedBlocks{Blocks{of, k}}, true
	}
	return nil, false
}

// Block takes a schedule of blocks apart; of any other it gives itself and 1.
func Block(s Schedule) (of Schedule, k int) {
	switch b := s.(type) {
	case Blocks:
		return b.Of, b.k()
	case UnboundedBlocks:
		return b.Of, b.k()
	}
	return s, 1
}

func (b Blocks) k() int { return max(b.K, 1) }

// count is the number of blocks of n steps.
func (b Blocks) count(n int) int { return (max(n, 0) + b.k() - 1) / b.k() }

// String is that of the schedule of blocks with "/K".
func (b Blocks) String() string { return b.Of.String() + "/" + strconv.Itoa(b.k()) }

// Advances is K for every block that is advanced. The last block, which may be
// shorter, is none of them.
func (b Blocks) Advances(n int) int { return b.k() * b.Of.Advances(b.count(n)) }

// Slots are those of the blocks and K-1 tapes, the last tape being at hand.
func (b Blocks) Slots(n int) int {
	if n <= 0 {
		return 0
	}
	return b.Of.Slots(b.count(n)) + min(b.k(), n) - 1
}

// Bytes counts the states for the blocks, K tapes and the result put aside.
func (b Blocks) Bytes(n int, z Sizes) int64 {
	z.Tape = mul(int64(min(b.k(), max(n, 0))), z.Tape)
	return b.Of.Bytes(b.count(n), z)
}

// Actions implements Schedule.
func (b Blocks) Actions(n int) iter.Seq[Action] {
	return func(yield func(Action) bool) {
		for a := range b.Of.Actions(b.count(n)) {
			if !b.steps(a, n, yield) {
				return
			}
		}
	}
}

// Until implements Unbounded. Tapes are in the slots behind those of the blocks.
func (b UnboundedBlocks) Until(more func(int) bool) iter.Seq[Action] {
	return func(yield func(Action) bool) {
		n := -1 // not known
		ask := func(i int) bool {
			if n < 0 && !more(i) {
				n = i
			}
			return n < 0
		}
		next := func(block int) bool { return n < 0 && ask(block*b.k()) }
		for a := range b.Of.(Unbounded).Until(next) {
			if a.Op != Advance || n >= 0 {
				if !b.steps(a, n, yield) {
					return
				}
				continue
			}
			for i := a.Step * b.k(); i < a.To*b.k() && (i == a.Step*b.k() || ask(i)); i++ {
				if !yield(Action{Op: Advance, Step: i, To: i + 1}) {
					return
				}
			}
		}
	}
}

// steps says of n steps what a says of blocks; n < 0 is not known.
func (b Blocks) steps(a Action, n int, yield func(Action) bool) bool {
	from, end := a.Step*b.k(), (a.Step+1)*b.k()
	if n >= 0 {
		end = min(end, n)
	}
	switch a.Op {
	case Advance:
		return yield(Action{Op: Advance, Step: from, To: min(a.To*b.k(), n)})
	case Reverse:
		tapes := b.Of.Slots(b.count(n))
		for i := from; i < end-1; i++ {
			if !yield(Action{Op: Keep, Step: i, Slot: tapes + i - from}) {
				return false
			}
		}
		if !yield(Action{Op: Reverse, Step: end - 1}) {
			return false
		}
		for i := end - 2; i >= from; i-- {
			slot := tapes + i - from
			if !yield(Action{Op: ReverseKept, Step: i, Slot: slot}) || !yield(Action{Op: Discard, Step: i, Slot: slot}) {
				return false
			}
		}
		return true
	}
	a.Step = from
	return yield(a)
}
