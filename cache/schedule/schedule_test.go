package schedule

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const maxN, maxS = 200, 20

// optimal is the least number of advances of a schedule of states, by the
// dynamic program and not the closed form: optimal[s][n].
var optimal = func() [][]int {
	t := make([][]int, maxS+1)
	for s := 1; s <= maxS; s++ {
		t[s] = make([]int, maxN+2)
		for n := 2; n <= maxN+1; n++ {
			if s == 1 {
				t[s][n] = n * (n - 1) / 2
				continue
			}
			best := -1
			for m := 1; m < n; m++ {
				if c := m + t[s][m] + t[s-1][n-m]; best < 0 || c < best {
					best = c
				}
			}
			t[s][n] = best
		}
	}
	return t
}()

// mixedOptimal is the full search of the dynamic program of Mixed, less n.
var mixedOptimal = func() [][]int {
	t := make([][]int, maxS+1)
	for s := 1; s <= maxS; s++ {
		t[s] = make([]int, maxN+1)
		for n := 2; n <= maxN; n++ {
			if s == 1 {
				t[s][n] = n*(n+1)/2 - 1 - n
				continue
			}
			best := t[s-1][n-1]
			for i := 1; i < n; i++ {
				best = min(best, i+t[s][i]+t[s-1][n-i])
			}
			t[s][n] = best
		}
	}
	return t
}()

// run checks one sequence and compares what it does with what was promised.
func run(t *testing.T, name string, n, slots, advances int, bytes int64, seq iter.Seq[Action]) Counts {
	t.Helper()
	c, err := Check(n, slots, Sizes{State: 10, Tape: 7}, seq)
	if err != nil || c.Advances != advances || c.Reverses != n || c.PeakBytes > bytes {
		require.NoError(t, err, name)
		require.Equal(t, advances, c.Advances, "%s: advances", name)
		require.Equal(t, n, c.Reverses, "%s: reversed steps", name)
		require.LessOrEqual(t, c.PeakBytes, bytes, "%s: bytes", name)
	}
	return c
}

func runActions(t *testing.T, s Schedule, n int) Counts {
	t.Helper()
	return run(t, fmt.Sprintf("%v n=%d", s, n), n, s.Slots(n), s.Advances(n), s.Bytes(n, Sizes{State: 10, Tape: 7}), s.Actions(n))
}

// runUntil runs the form that does not know n, and sees that it asks rightly.
func runUntil(t *testing.T, s Unbounded, n, advances int) Counts {
	t.Helper()
	asked := 0
	more := func(i int) bool {
		assert.Equal(t, asked, i, "%v asks in turn", s)
		asked++
		return i < n
	}
	c := run(t, fmt.Sprintf("%v until n=%d", s, n), n, s.Slots(n), advances, s.Bytes(n, Sizes{State: 10, Tape: 7}), s.Until(more))
	require.Equal(t, n+1, asked, "%v asks once a state", s)
	return c
}

func TestKeepAll(t *testing.T) {
	for n := range maxN + 1 {
		c := runActions(t, KeepAll{}, n)
		assert.Equal(t, Counts{Keeps: n, Reverses: n, PeakSlots: n, MaxRuns: min(n, 1), PeakBytes: int64(7 * n)}, c)
		runUntil(t, KeepAll{}, n, 0)
	}
}

func TestRecomputeAll(t *testing.T) {
	for n := range maxN + 1 {
		runActions(t, RecomputeAll{}, n)
		require.Equal(t, n*max(n-1, 0)/2, RecomputeAll{}.Advances(n))
		runUntil(t, RecomputeAll{}, n, n*(n+1)/2)
	}
}

func TestPeriodic(t *testing.T) {
	for n := range maxN + 1 {
		for _, k := range []int{1, 2, 3, 5, 14, 20, n/2 + 1, n - 1, n, n + 1} {
			c := runActions(t, Periodic(k), n)
			require.LessOrEqual(t, c.MaxRuns, 2)
			c = runUntil(t, Periodic(k), n, n)
			require.LessOrEqual(t, c.MaxRuns, 2)
		}
	}
}

func TestCTZ(t *testing.T) {
	for n := range maxN + 1 {
		known := runActions(t, CTZ{}, n)
		runUntil(t, CTZ{}, n, CTZ{}.Advances(n)+min(n, 1))
		if n > 0 {
			require.Equal(t, bits.Len(uint(n-1))+1, CTZ{}.Slots(n)) // ⌈log2 n⌉+1
			require.LessOrEqual(t, known.MaxRuns, CTZ{}.Slots(n)+1)
		}
	}
	for _, f := range []struct{ n, t int }{{100, 320}, {1000, 4779}, {10000, 62829}} {
		assert.Equal(t, f.t, CTZ{}.Advances(f.n))
		runActions(t, CTZ{}, f.n)
	}
}

// What is in the slots at the end of the forward sweep of sixteen states is what
// doc.go draws: the first, half, three quarters, and so on.
func TestCTZHierarchy(t *testing.T) {
	in := map[int]int{}
	for a := range (CTZ{}).Actions(16) {
		if a.Op == Reverse {
			break
		}
		switch a.Op {
		case Snapshot:
			in[a.Slot] = a.Step
		case Discard:
			delete(in, a.Slot)
		}
	}
	assert.Equal(t, map[int]int{0: 0, 4: 8, 3: 12, 2: 14, 1: 15}, in)
}

func TestBinomial(t *testing.T) {
	for s := 1; s <= maxS; s++ {
		for n := range maxN + 1 {
			require.Equal(t, optimal[s][n], BinomialAdvances(n, s), "t(%d, %d)", n, s)
			c := runActions(t, Binomial(s), n)
			r, _ := Repetitions(max(n, 1), s)
			require.LessOrEqual(t, c.MaxRuns, r+1, "n=%d s=%d", n, s)
		}
	}
	for _, f := range []struct{ n, s, t int }{
		{100, 3, 490}, {100, 7, 255}, {100, 10, 222}, {200, 5, 790}, {1000, 10, 3636}, {13465, 116, 33374},
	} {
		assert.Equal(t, f.t, BinomialAdvances(f.n, f.s))
		runActions(t, Binomial(f.s), f.n)
	}
}

// Of every split the closed form promises that it is optimal.
func TestBinomialSplit(t *testing.T) {
	for s := 2; s <= maxS; s++ {
		for n := 3; n <= maxN; n++ {
			m := BinomialSplit(n, s)
			require.True(t, 0 < m && m < n, "split(%d, %d) = %d", n, s, m)
			require.Equal(t, optimal[s][n], m+optimal[s][m]+optimal[s-1][n-m], "n=%d s=%d", n, s)
		}
	}
	assert.Zero(t, BinomialSplit(2, 5))
	assert.Zero(t, BinomialSplit(100, 1))
}

// Large arguments must neither overflow nor take long.
func TestBinomialLarge(t *testing.T) {
	assert.Equal(t, 1<<40-1, BinomialAdvances(1<<40, 1<<41))
	assert.Equal(t, (1<<31)*(1<<31-1)/2, BinomialAdvances(1<<31, 1))
	n := 1_000_000
	assert.Equal(t, 8*n-1184040, BinomialAdvances(n, 20)) // C(28, 21) = 1184040
	assert.Greater(t, BinomialSplit(1<<40, 1<<39), 0)
}

func TestOnline(t *testing.T) {
	for s := 1; s <= maxS; s++ {
		// What Until advances, from one sweep that may end anywhere.
		p := placer{s: s}
		until := make([]int, maxN+1)
		for n := 1; n <= maxN; n++ {
			p.visit(n - 1)
			until[n] = n + p.price(n)
		}
		worst := 0.0
		twice := (s + 2) * (s + 1) / 2
		for n := 1; n <= maxN; n++ {
			least := optimal[s][n+1]
			require.GreaterOrEqual(t, until[n], least, "n=%d s=%d", n, s)
			if n < twice {
				require.Equal(t, least, until[n], "optimal for n=%d < C(%d, 2)", n, s+2)
			}
			worst = max(worst, float64(until[n])/float64(least))
			z := Sizes{State: 10, Tape: 7}
			run(t, "known", n, Online(s).Slots(n), until[n-1], Online(s).Bytes(n, z), Online(s).Actions(n))
			runUntil(t, Online(s), n, until[n])
			if n%40 == 1 {
				require.Equal(t, until[n], OnlineAdvances(n, s))
				require.Equal(t, until[n-1], Online(s).Advances(n))
			}
		}
		t.Logf("%d slots: at most %.4f of the least", s, worst)
		bound := 1.06
		switch s {
		case 2:
			bound = 1.14
		case 3:
			bound = 1.07
		}
		assert.Less(t, worst, bound)
	}
	for _, n := range []int{0, 1} {
		runActions(t, Online(3), n)
		runUntil(t, Online(3), n, n)
	}
}

// The decisions of an online sweep, against pricing every choice in full.
func TestOnlineDecisions(t *testing.T) {
	price := func(pos []int, s, n int) int {
		c := 0
		for k, a := range pos {
			end := n
			if k+1 < len(pos) {
				end = pos[k+1]
			}
			c += optimal[s-k][end-a]
		}
		return c
	}
	for s := 1; s <= maxS; s++ {
		p := placer{s: s}
		var pos []int
		for i := range maxN {
			drop, put := p.visit(i)
			next := slices.Clone(pos)
			if len(pos) < s {
				next = append(next, i)
			} else {
				least := price(pos, s, i+1)
				for k := s - 1; k > 0; k-- {
					choice := append(slices.Delete(slices.Clone(pos), k, k+1), i)
					if c := price(choice, s, i+1); c <= least {
						least, next = c, choice
					}
				}
			}
			require.Equal(t, next, p.pos, "state %d of s=%d", i, s)
			require.Equal(t, len(next) > 0 && next[len(next)-1] == i, put)
			require.Equal(t, len(pos) == s && put, drop >= 0)
			require.Equal(t, price(next, s, i+1), p.price(i+1))
			pos = next
		}
	}
}

func TestMixed(t *testing.T) {
	for s := 1; s <= maxS; s++ {
		for n := range maxN + 1 {
			require.Equal(t, mixedOptimal[s][n], Mixed(s).Advances(n), "n=%d s=%d", n, s)
			require.LessOrEqual(t, mixedOptimal[s][n], optimal[s][n])
			name := fmt.Sprintf("mixed:%d n=%d", s, n)
			run(t, name, n, Mixed(s).Slots(n), mixedOptimal[s][n], Mixed(s).Bytes(n, Sizes{State: 10, Tape: 7}), Mixed(s).Actions(n))
		}
	}
	c := runActions(t, Mixed(10), 1000)
	assert.Equal(t, 2921, c.Advances)
	assert.Equal(t, "3.92", fmt.Sprintf("%.2f", 1+float64(c.Advances)/1000))
}

func TestBlocks(t *testing.T) {
	for n := range maxN + 1 {
		for _, k := range []int{1, 2, 3, 7, 50, n + 1} {
			m := (n + k - 1) / k
			for _, s := range []int{1, 2, 5} {
				c := runActions(t, Blocks{Binomial(s), k}, n)
				require.Equal(t, k*optimal[s][m], c.Advances)
			}
			for _, of := range []Unbounded{CTZ{}, Online(3), RecomputeAll{}} {
				b := UnboundedBlocks{Blocks{of, k}}
				runActions(t, b, n)
				whole, err := Check(m, of.Slots(m), Sizes{}, of.Until(below(m)))
				require.NoError(t, err)
				c := runUntil(t, b, n, k*whole.Advances-(m*k-n))
				require.Equal(t, whole.Snapshots, c.Snapshots)
				require.Equal(t, whole.Restores, c.Restores)
			}
		}
	}
	_, ok := InBlocks(Mixed(3), 2)
	assert.False(t, ok)
}

// A reader may stop anywhere.
func TestEarlyStop(t *testing.T) {
	for _, s := range all() {
		full := slices.Collect(s.Actions(20))
		for k := range full {
			var got []Action
			for a := range s.Actions(20) {
				got = append(got, a)
				if len(got) == k+1 {
					break
				}
			}
			require.Equal(t, full[:k+1], got, "%v", s)
		}
		require.Empty(t, slices.Collect(s.Actions(0)), "%v", s)
	}
}

func all() []Schedule {
	return []Schedule{KeepAll{}, RecomputeAll{}, Periodic(4), CTZ{}, Binomial(3), Online(3), Mixed(3),
		Blocks{Binomial(3), 4}, UnboundedBlocks{Blocks{CTZ{}, 2}}, UnboundedBlocks{Blocks{Online(2), 3}}, UnboundedBlocks{Blocks{RecomputeAll{}, 5}}}
}
