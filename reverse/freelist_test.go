package reverse_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/rules"
)

// sweeps has a machine with the gradient of testdata/FILE, of which the memory that threads keep is no leak, and runs
// it on values that begin with the array x.
func sweeps(t *testing.T, file string) (machine *interp.Machine, run func(x []float64, more ...interp.Value)) {
	t.Helper()
	m := moduleOf(t, file)
	_, err := llad.Differentiate(m, llad.Request{Func: "f", Mode: llad.Reverse})
	require.NoError(t, err)
	require.NotNil(t, m.Func("llad.tape.3.allocate"))
	machine, err = interp.New(m, interp.Options{Evaluators: rules.Evaluator, Roots: interp.ThreadLocalRoots, CountCalls: []string{"malloc"}})
	require.NoError(t, err)
	return machine, func(x []float64, more ...interp.Value) {
		t.Helper()
		px, err := machine.NewFloat64s(x)
		require.NoError(t, err)
		dx, err := machine.NewFloat64s(make([]float64, len(x)))
		require.NoError(t, err)
		_, err = machine.Call("f_grad", append([]interp.Value{interp.Pointer(px), interp.Pointer(dx)}, more...)...)
		require.NoError(t, err)
		require.NoError(t, machine.Release(px))
		require.NoError(t, machine.Release(dx))
	}
}

// The shadow that serves all iterations of a loop stays with the thread between sweeps, and
// goes when it is told to. Another size has it made anew, and no more than one is kept.
func TestSharedShadowsStayBetweenSweeps(t *testing.T) {
	machine, run := sweeps(t, "vector_each_step.ll")
	sweep := func(n int) {
		t.Helper()
		run(points(n), interp.I64(int64(n)), interp.I64(20), interp.F64(1))
		require.Empty(t, machine.Leaks())
	}
	sweep(300)
	first, held := mallocs(machine), machine.Counts().HeapLive
	for range 3 {
		sweep(300)
	}
	require.Equal(t, first, mallocs(machine))
	require.Equal(t, held, machine.Counts().HeapLive)
	for n := 10; n < 300; n += 10 {
		sweep(n)
	}
	require.Equal(t, first, mallocs(machine))
	sweep(600)
	require.Less(t, machine.Counts().HeapLive, 4*held)
	_, err := machine.Call("llad_tape_release")
	require.NoError(t, err)
	require.Zero(t, machine.Counts().HeapLive)
	sweep(40)
}

// So does the log of what stores overwrote, whose blocks are undone and done again in their order.
func TestLogsStayBetweenSweeps(t *testing.T) {
	machine, run := sweeps(t, "items.ll")
	at, err := machine.NewInt64s([]int64{1, 3})
	require.NoError(t, err)
	y, err := machine.NewFloat64s(points(4000))
	require.NoError(t, err)
	dy, err := machine.NewFloat64s(make([]float64, 4000))
	require.NoError(t, err)
	own := machine.Counts().HeapLive
	sweep := func(n int64) {
		t.Helper()
		run(points(5), interp.Pointer(y), interp.Pointer(dy), interp.Pointer(at), interp.Pointer(at), interp.I64(n), interp.I64(2))
		require.Empty(t, machine.Leaks())
	}
	sweep(4000)
	first, held := mallocs(machine), machine.Counts().HeapLive
	require.Greater(t, held, own+4000*16)
	for range 3 {
		sweep(4000)
		sweep(100)
	}
	require.Equal(t, first, mallocs(machine))
	require.Equal(t, held, machine.Counts().HeapLive)
	_, err = machine.Call("llad_tape_release")
	require.NoError(t, err)
	require.Equal(t, own, machine.Counts().HeapLive)
}

// The limit of what a thread keeps is one for the chunks of its tape and for blocks.
func TestKeptBlocksAreBounded(t *testing.T) {
	for _, limit := range []int64{0, 2000, 1 << 16} {
		machine, run := sweeps(t, "vector_each_step.ll")
		at, err := machine.GlobalAddr("llad_tape_limit")
		require.NoError(t, err)
		require.NoError(t, machine.WriteInt64s(at, []int64{limit}))
		for range 2 {
			run(points(300), interp.I64(300), interp.I64(20), interp.F64(1))
			require.LessOrEqual(t, machine.Counts().HeapLive, uint64(limit)+2*16) // the header of a block, the extra of a chunk
			require.Empty(t, machine.Leaks())
		}
	}
}

// A log of several blocks: memory that the function overwrites is as it leaves it, and the gradient that of
// what was there.
func TestLongLogsAreUndone(t *testing.T) {
	const n = 1500
	x, at := points(n), []int64{n - 1, 0, n - 3}
	for k := range x {
		x[k] = 0.5 + x[k]/4
	}
	dx, _, after, _ := itemsGradient(t, "items.ll", x, nil, at, n)
	const h = 1e-6
	sum := func(k int, d float64) (s float64) {
		m := append([]float64{}, x...)
		m[k] += d
		for i := range m {
			v := 0.0
			for _, k := range at {
				v += m[k] * m[k] * m[i]
			}
			m[i] = v
		}
		for _, v := range m {
			s += v
		}
		if d == 0 {
			require.Equal(t, m, after)
		}
		return s
	}
	sum(0, 0)
	for _, k := range []int{0, 1, 255, 256, 700, n - 4, n - 3, n - 2, n - 1} {
		d := (sum(k, h) - sum(k, -h)) / (2 * h)
		require.InDelta(t, d, dx[k], 1e-6*(1+max(d, -d)), "%d", k)
	}
}

// second has the arguments of gradients and of their derivatives behind the first array.
type second struct{ gradient, ahead, back []interp.Value }

// Derivatives of gradients take such memory from malloc, and free it: products with the Hessian by both modes are those of
// differences of gradients.
func TestHessiansOverKeptMemory(t *testing.T) {
	t.Run("shadow", func(t *testing.T) {
		machine := hessianOf(t, "vector_each_step.ll")
		testHessian(t, machine, func() second {
			n, steps, seed, zero := interp.I64(4), interp.I64(3), interp.F64(1), interp.F64(0)
			place, _ := doubles(t, machine, 0)
			return second{[]interp.Value{n, steps, seed}, []interp.Value{n, steps, seed, zero, place}, []interp.Value{n, steps, seed, place, zero}}
		})
	})
	t.Run("log", func(t *testing.T) {
		machine := hessianOf(t, "items.ll")
		at, err := machine.NewInt64s([]int64{2, 0, 3, 0, 1})
		require.NoError(t, err)
		list := interp.Pointer(at)
		testHessian(t, machine, func() second {
			y, ty := doubles(t, machine, 0.25, 0.5, -1.5)
			dy, tdy := doubles(t, machine, 1, 1, 1)
			n, d := interp.I64(3), interp.I64(5)
			twice := []interp.Value{y, ty, dy, tdy, list, list, list, list, n, d}
			return second{[]interp.Value{y, dy, list, list, n, d}, twice, twice}
		})
	})
}

// doubles makes an array and one of zeros that is as long.
func doubles(t *testing.T, machine *interp.Machine, x ...float64) (p, shadow interp.Value) {
	t.Helper()
	a, err := machine.NewFloat64s(x)
	require.NoError(t, err)
	b, err := machine.NewFloat64s(make([]float64, len(x)))
	require.NoError(t, err)
	return interp.Pointer(a), interp.Pointer(b)
}

// testHessian holds both products of a Hessian and a vector against differences of gradients.
func testHessian(t *testing.T, machine *interp.Machine, more func() second) {
	t.Helper()
	const h = 1e-5
	x, v := []float64{0.5, 1.25, -0.75, 1}, []float64{1, -0.5, 0.25, 2}
	read := func(p interp.Value) []float64 {
		d, err := machine.ReadFloat64s(p.Ptr(), len(x))
		require.NoError(t, err)
		return d
	}
	gradient := func(step float64) []float64 {
		at := append([]float64{}, x...)
		for k := range at {
			at[k] += step * v[k]
		}
		p, d := doubles(t, machine, at...)
		_, err := machine.Call("f_grad", append([]interp.Value{p, d}, more().gradient...)...)
		require.NoError(t, err)
		return read(d)
	}
	want, less := gradient(h), gradient(-h)
	for k := range want {
		want[k] = (want[k] - less[k]) / (2 * h)
	}
	require.NotZero(t, want[0])
	for _, name := range []string{"ahead", "back"} {
		p, tp := doubles(t, machine, x...)
		d, td := doubles(t, machine, 0, 0, 0, 0)
		seed, got, args := tp, td, more().ahead
		if name == "back" {
			seed, got, args = td, tp, more().back
		}
		require.NoError(t, machine.WriteFloat64s(seed.Ptr(), v))
		before := machine.Counts().HeapLive
		_, err := machine.Call(name, append([]interp.Value{p, tp, d, td}, args...)...)
		require.NoError(t, err)
		require.Equal(t, before, machine.Counts().HeapLive)
		for k, g := range read(got) {
			require.InDelta(t, want[k], g, 1e-8*(1+math.Abs(want[k])))
		}
	}
}

// hessianOf has a machine with the gradient of f in testdata/FILE, its tangent `ahead` and its gradient `back`.
func hessianOf(t *testing.T, file string) *interp.Machine {
	t.Helper()
	m := moduleOf(t, file)
	for _, r := range []llad.Request{{Func: "f", Mode: llad.Reverse}, {Func: "f_grad", Mode: llad.Forward, Name: "ahead"}, {Func: "f_grad", Mode: llad.Reverse, Name: "back"}} {
		_, err := llad.Differentiate(m, r)
		require.NoError(t, err)
	}
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	return machine
}
