package schedule

import (
	"iter"
	"strconv"
)

// Online places S states during a forward sweep of unknown length. Before every
// step it either puts the state at hand away, in place of the kept one whose loss
// costs least, or lets it pass, whichever makes a reversal that starts after
// this step cheapest; of equals it puts the state away, and drops the earliest.
//
// The problem is that of Wang, Moin and Iaccarino, "Minimal repetition dynamic
// checkpointing algorithm for unsteady adjoint calculation" (SIAM J. Sci. Comput.
// 31, 2009) and of Stumm and Walther, "New algorithms for optimal online
// checkpointing" (SIAM J. Sci. Comput. 32, 2010). They place by levels; placing
// by the price, which is the closed form of Griewank and Walther for every gap,
// has what the latter prove for n < C(S+2, S), namely as few advances as with n
// known, and where levels jump from one number of repetitions to the next for
// all gaps at once, it moves over gap by gap. For larger n it advances at most
// 1.14 (two slots), 1.07 (three) or 1.06 (more) times the least; measured for
// n ≤ 200 by the tests. A few steps may be run more often than by Wang, Moin and
// Iaccarino, who bound the runs of each and not their sum.
type Online int

func (o Online) s() int { return max(int(o), 1) }

// String is "online:S".
func (o Online) String() string { return "online:" + strconv.Itoa(o.s()) }

// Slots is S, or n where that is less.
func (o Online) Slots(n int) int { return max(min(o.s(), n), 0) }

// Bytes counts the slots, one tape and the result put aside.
func (o Online) Bytes(n int, z Sizes) int64 { return z.states(n, o.Slots(n)) }

// Advances is the price of what the sweep leaves when it stops at state n-1.
func (o Online) Advances(n int) int {
	if n <= 1 {
		return 0
	}
	return OnlineAdvances(n-1, o.s())
}

// OnlineAdvances is the number of steps advanced by Online(s).Until for n steps:
// n of the forward sweep and t(gap, slots) for every gap it leaves. The least
// possible is t(n+1, s), as if the end were known and a step of its own.
func OnlineAdvances(n, s int) int {
	p := placer{s: s}
	for i := range n {
		p.visit(i)
	}
	return n + p.price(n)
}

// Actions implements Schedule: the sweep of Until, stopped at state n-1.
func (o Online) Actions(n int) iter.Seq[Action] {
	return sequence(func(w *writer) {
		o.sweep(w, below(n-1))
		if n > 0 {
			w.unwind(n, o.s(), placement{everywhere, lowest})
		}
	})
}

// Until implements Unbounded.
func (o Online) Until(more func(int) bool) iter.Seq[Action] {
	return sequence(func(w *writer) {
		n := o.sweep(w, more)
		w.unwind(n, o.s(), placement{everywhere, lowest})
	})
}

// sweep runs forward while there are steps and gives their number.
func (o Online) sweep(w *writer, more func(int) bool) int {
	p := placer{s: o.s()}
	i := 0
	for ; !w.done && more(i); i++ {
		drop, put := p.visit(i)
		if drop >= 0 {
			w.discard(drop)
		}
		if put {
			w.snapshot(w.free())
		}
		w.advance(i + 1)
	}
	return i
}

// placer decides which states an online sweep keeps. What a decision compares
// changes with the state passed only in the topmost gap; the rest is computed
// when the kept states change, so that letting a state pass takes no search.
type placer struct {
	s   int
	pos []int // the kept states, ascending

	// Prices without the gap above the topmost state, valid when all slots are taken.
	pass    int // nothing dropped
	drop    int // the state whose loss costs least, topmost and first excepted; 0 for none
	dropped int // with it dropped
	lower   int // without the gap below the topmost state either
}

// visit decides on state i, to be called for 0, 1, 2, ... in turn. It gives the
// index of the kept state to drop, or -1, and whether state i is put away.
func (p *placer) visit(i int) (drop int, put bool) {
	m := len(p.pos)
	if m < p.s {
		p.pos = append(p.pos, i)
		p.prepare()
		return -1, true
	}
	drop = p.cheapest(i)
	if drop < 0 {
		return -1, false
	}
	p.pos = append(append(p.pos[:drop], p.pos[drop+1:]...), i)
	p.prepare()
	return drop, true
}

// cheapest compares, for a reversal that starts at state i+1, letting state i
// pass with putting it in the place of each kept state but the first.
func (p *placer) cheapest(i int) int {
	top := p.s - 1
	if top == 0 {
		return -1
	}
	best, least := -1, p.pass+BinomialAdvances(i+1-p.pos[top], 1)
	if c := p.lower + BinomialAdvances(i-p.pos[top-1], 2); c <= least {
		best, least = top, c
	}
	if p.drop > 0 && p.dropped+BinomialAdvances(i-p.pos[top], 2) <= least {
		best = p.drop
	}
	return best
}

// prepare computes what cheapest takes as given.
func (p *placer) prepare() {
	top := len(p.pos) - 1
	p.pass, p.drop, p.lower = 0, 0, 0
	// Dropping the k-th joins two gaps and gives every gap above a slot more.
	above := 0
	for k := 1; k < top; k++ {
		above += p.gap(k, 1)
	}
	for k := range top {
		p.lower = p.pass
		if k > 0 {
			above -= p.gap(k, 1)
			below := p.pass - p.gap(k-1, 0)
			c := below + BinomialAdvances(p.pos[k+1]-p.pos[k-1], p.s-k+1) + above
			if p.drop == 0 || c < p.dropped {
				p.drop, p.dropped = k, c
			}
		}
		p.pass += p.gap(k, 0)
	}
}

// gap is the price of the gap between the k-th state and the next, which has
// the slots that are not taken below, and more besides.
func (p *placer) gap(k, more int) int {
	return BinomialAdvances(p.pos[k+1]-p.pos[k], p.s-k+more)
}

// price is what the reversal from state n will advance.
func (p *placer) price(n int) int {
	top := len(p.pos) - 1
	if top < 0 {
		return 0
	}
	return p.pass + BinomialAdvances(n-p.pos[top], p.s-top)
}
