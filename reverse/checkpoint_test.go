package reverse_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/cache/schedule"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// counters are those of llad_stats, in its order.
type counters struct {
	Advances, Snapshots, Restores, Kept, Reversals, Slots, PeakSlots, Bytes, PeakBytes int64
}

// chain prepares f_grad of testdata/chain.ll under a strategy.
func chain(t *testing.T, strategy string, more ...func(*llad.Caching)) *interp.Machine {
	t.Helper()
	return chainOf(t, strategy, 1, more...)
}

// chainOf is chain for so many adjoints at once.
func chainOf(t *testing.T, strategy string, width int, more ...func(*llad.Caching)) *interp.Machine {
	t.Helper()
	text, err := os.ReadFile("testdata/chain.ll")
	require.NoError(t, err)
	m, err := ir.Read("chain.ll", text)
	require.NoError(t, err)
	d := llad.New(m)
	require.NoError(t, d.Cache.Add(strategy))
	for _, f := range more {
		f(&d.Cache)
	}
	_, err = d.Differentiate(llad.Request{Func: "f", Mode: llad.Reverse, Width: width})
	require.NoError(t, err)
	require.Empty(t, d.Notes)
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator, MaxSteps: 1e9, CountCalls: []string{"pwrite", "pread"}})
	require.NoError(t, err)
	return machine
}

// chainGradient runs n steps and gives the result, the gradient, and the counters.
func chainGradient(t *testing.T, machine *interp.Machine, n int, stats bool) ([3]float64, counters) {
	t.Helper()
	dx, err := machine.NewFloat64s([]float64{0, 0})
	require.NoError(t, err)
	ret, err := machine.Call("f_grad", interp.F64(0.75), interp.Pointer(dx), interp.F64(0.0625), interp.Pointer(dx+8), interp.I64(int64(n)), interp.F64(1))
	require.NoError(t, err)
	d, err := machine.ReadFloat64s(dx, 2)
	require.NoError(t, err)
	var c counters
	if stats {
		to, err := machine.NewInt64s(make([]int64, 9))
		require.NoError(t, err)
		_, err = machine.Call("llad_stats", interp.Pointer(to))
		require.NoError(t, err)
		v, err := machine.ReadInt64s(to, 9)
		require.NoError(t, err)
		c = counters{v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]}
	}
	return [3]float64{ret.F64(), d[0], d[1]}, c
}

// scheduled is what a schedule counts where the program goes on between the
// sweeps: the last step has been run by then, with its tape if tapes are kept.
func scheduled(t *testing.T, sc schedule.Schedule, n int) schedule.Counts {
	t.Helper()
	z := schedule.Sizes{State: 1, Tape: 1}
	if u, ok := sc.(schedule.Unbounded); ok {
		c, err := schedule.Check(n, sc.Slots(n), z, u.Until(func(i int) bool { return i < n }))
		require.NoError(t, err)
		if of, k := schedule.Block(sc); k > 1 { // whose tapes are on the tape itself
			c.Keeps, c.PeakSlots = 0, of.Slots((n+k-1)/k)
		}
		return c
	}
	c, err := schedule.Check(n, sc.Slots(n), z, sc.Actions(n))
	require.NoError(t, err)
	of, k := schedule.Block(sc)
	if _, tapes := sc.(schedule.Mixed); !tapes {
		c.Advances += 1 + (n-1)%k
	}
	if k > 1 {
		c.Keeps, c.PeakSlots = 0, of.(schedule.Binomial).Slots((n+k-1)/k)
	}
	return c
}

// Generated code does what the schedules say, and its gradients are those of
// keeping everything, bit for bit.
func TestCountersAreTheSchedules(t *testing.T) {
	keep := chain(t, "keep")
	list := []schedule.Schedule{schedule.CTZ{}, schedule.RecomputeAll{}}
	for _, text := range []string{"recompute/4", "ctz/3", "binomial:1/2", "binomial:3/2", "binomial:2/5", "online:2/3"} {
		sc, err := schedule.Parse(text)
		require.NoError(t, err)
		list = append(list, sc)
	}
	for _, k := range []int{1, 2, 3, 5} {
		list = append(list, schedule.Binomial(k), schedule.Online(k), schedule.Mixed(k), schedule.Periodic(k))
	}
	for _, sc := range list {
		t.Run(sc.String(), func(t *testing.T) {
			machine := chain(t, sc.String())
			for n := range 2*5 + 4 {
				want, _ := chainGradient(t, keep, n, false)
				got, c := chainGradient(t, machine, n, n > 0)
				require.Equal(t, want, got, "n = %d", n)
				if n == 0 {
					continue
				}
				require.NoError(t, compare(sc, c, scheduled(t, sc, n), n))
			}
		})
	}
}

func compare(sc schedule.Schedule, c counters, want schedule.Counts, n int) error {
	type row struct {
		name      string
		got, want int64
	}
	rows := []row{
		{"advances", c.Advances, int64(want.Advances)},
		{"snapshots", c.Snapshots, int64(want.Snapshots)},
		{"restores", c.Restores, int64(want.Restores)},
		{"reversals", c.Reversals, int64(n)},
		{"slots at the end", c.Slots, 0},
		{"bytes at the end", c.Bytes, 0},
	}
	if _, periodic := sc.(schedule.Periodic); !periodic { // which keeps a segment's tapes on the tape itself
		rows = append(rows, row{"slots", c.PeakSlots, int64(want.PeakSlots)}, row{"tapes kept", c.Kept, int64(want.Keeps)})
	}
	for _, r := range rows {
		if r.got != r.want {
			return fmt.Errorf("n = %d: %s: %d, the schedule has %d", n, r.name, r.got, r.want)
		}
	}
	return nil
}

// The figures that a thousand steps with ten slots must come to: 1 + advances/n
// runs of every step.
func TestThousandStepsInTenSlots(t *testing.T) {
	for _, c := range []struct {
		strategy string
		slots    int64
		advances int64
	}{
		{"binomial:10", 10, 3637},
		{"ctz", 11, 4780},
		{"mixed:10", 10, 2921},
		{"online:10", 10, 3732},
	} {
		_, got := chainGradient(t, chain(t, c.strategy), 1000, true)
		require.Equal(t, c.advances, got.Advances, c.strategy)
		require.Equal(t, c.slots, got.PeakSlots, c.strategy)
		const state = 3*8 + 32 // i, x, y and the array
		require.LessOrEqual(t, got.PeakBytes, (c.slots+1)*state, c.strategy)
	}
}

// Several adjoints at once: each is what it is alone, whatever the strategy.
func TestAdjointsAtOnce(t *testing.T) {
	keep := chain(t, "keep")
	for _, strategy := range []string{"keep", "ctz", "binomial:2", "online:2/3", "periodic:3", "mixed:2"} {
		wide := chainOf(t, strategy, 2)
		for n := range 8 {
			want, _ := chainGradient(t, keep, n, false)
			d, err := wide.NewFloat64s([]float64{0, 0, 0, 0})
			require.NoError(t, err)
			ret, err := wide.Call("f_grad", interp.F64(0.75), interp.Pointer(d), interp.Pointer(d+8),
				interp.F64(0.0625), interp.Pointer(d+16), interp.Pointer(d+24), interp.I64(int64(n)), interp.F64(1), interp.F64(-2))
			require.NoError(t, err)
			v, err := wide.ReadFloat64s(d, 4)
			require.NoError(t, err)
			require.Equal(t, []float64{want[0], want[1], -2 * want[1], want[2], -2 * want[2]}, append([]float64{ret.F64()}, v...), "%s, n = %d", strategy, n)
		}
	}
}

// The steps of a loop are reversed on the tape of the sweep: gradients that
// follow one another find the memory for theirs where the first left it.
func TestStepsShareTheTape(t *testing.T) {
	machine := chain(t, "periodic:5")
	chainGradient(t, machine, 20, false)
	chainGradient(t, machine, 20, false)
	live := machine.Counts().HeapLive
	for range 5 {
		chainGradient(t, machine, 20, false)
	}
	const arguments = 16
	require.LessOrEqual(t, machine.Counts().HeapLive, live+5*arguments)
}

// With a directory for files no more states are in memory than were allowed.
// Those in the file are the ones needed last, so that each is written once, and
// read once.
func TestSnapshotsInFiles(t *testing.T) {
	keep := chain(t, "keep")
	const state = 3*8 + 32
	for _, c := range []struct {
		strategy string
		n        int
		mem      int64
		written  uint64
	}{
		{"binomial:10", 1000, 4 * state, 0},
		{"online:10", 200, 4 * state, 0},
		{"ctz", 1000, 3 * state, 0},
		{"periodic:10", 100, 0, 9},
		{"binomial:20", 20, 0, 18},
	} {
		machine := chain(t, c.strategy, func(o *llad.Caching) { o.Mem, o.Spill = c.mem, "dir" })
		want, _ := chainGradient(t, keep, c.n, false)
		got, counts := chainGradient(t, machine, c.n, true)
		require.Equal(t, want, got, c.strategy)
		// One state is aside, and one is in memory in any case.
		require.LessOrEqual(t, counts.PeakBytes, max(c.mem, 2*state), c.strategy)
		calls := machine.Counts().Named
		require.NotZero(t, calls["pwrite"], c.strategy)
		require.LessOrEqual(t, calls["pread"], calls["pwrite"], c.strategy)
		if c.written > 0 {
			require.Equal(t, c.written, calls["pwrite"], c.strategy)
		}
		require.Zero(t, machine.OpenFiles())
	}
}
