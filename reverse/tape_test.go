package reverse_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// tree gives the module of testdata/tree.ll with the gradients of f and g.
func tree(t *testing.T) *ir.Module {
	t.Helper()
	text, err := os.ReadFile("testdata/tree.ll")
	require.NoError(t, err)
	m, err := ir.Read("tree.ll", text)
	require.NoError(t, err)
	for _, f := range []string{"f", "g"} {
		_, err = llad.Differentiate(m, llad.Request{Func: f, Mode: llad.Reverse})
		require.NoError(t, err)
	}
	return m
}

// mallocs counts the allocations so far.
func mallocs(m *interp.Machine) uint64 { return m.Counts().Named["malloc"] }

func treeMachine(t *testing.T) *interp.Machine {
	t.Helper()
	machine, err := interp.New(tree(t), interp.Options{Evaluators: rules.Evaluator, Roots: interp.ThreadLocalRoots, CountCalls: []string{"malloc"}})
	require.NoError(t, err)
	return machine
}

// productGradient runs f_grad on n numbers and checks the gradient.
func productGradient(t *testing.T, machine *interp.Machine, n int) {
	t.Helper()
	xs := make([]float64, n)
	want := 1.0
	for k := range xs {
		xs[k] = 1 + 1/float64(k+2)
		want *= xs[k]
	}
	x, err := machine.NewFloat64s(xs)
	require.NoError(t, err)
	d, err := machine.NewFloat64s(make([]float64, n))
	require.NoError(t, err)
	ret, err := machine.Call("f_grad", interp.Pointer(x), interp.Pointer(d), interp.I64(int64(n)), interp.F64(1))
	require.NoError(t, err)
	require.InEpsilon(t, want, ret.F64(), 1e-13)
	grad, err := machine.ReadFloat64s(d, n)
	require.NoError(t, err)
	for k := range grad {
		require.InEpsilon(t, want/xs[k], grad[k], 1e-13)
	}
	require.NoError(t, machine.Release(x))
	require.NoError(t, machine.Release(d))
}

// The first sweep allocates its chunks, the next ones find them; what the
// thread holds is no leak, and goes when it is told to.
func TestChunksStayBetweenSweeps(t *testing.T) {
	machine := treeMachine(t)
	productGradient(t, machine, 3000)
	first := mallocs(machine)
	require.Positive(t, first)
	held := machine.Counts().HeapLive
	require.Positive(t, held)
	for range 3 {
		productGradient(t, machine, 3000)
	}
	require.Equal(t, first, mallocs(machine))
	require.Equal(t, held, machine.Counts().HeapLive)
	require.Empty(t, machine.Leaks())
	_, err := machine.Call("llad_tape_release")
	require.NoError(t, err)
	require.Zero(t, machine.Counts().HeapLive)
	productGradient(t, machine, 100)
}

// A thread keeps no more than the program allows.
func TestHeldChunksAreBounded(t *testing.T) {
	for _, limit := range []uint64{0, 1 << 16, 1 << 18} {
		machine := treeMachine(t)
		at, err := machine.GlobalAddr("llad_tape_limit")
		require.NoError(t, err)
		require.NoError(t, machine.WriteInt64s(at, []int64{int64(limit)}))
		for range 2 {
			productGradient(t, machine, 4000)
			require.LessOrEqual(t, machine.Counts().HeapLive, limit)
			require.Empty(t, machine.Leaks())
		}
	}
}

// What a sweep leaves costs nothing for what others have left before: parallel regions in a loop
// leave as many as there are. The next sweep takes what the last one has left.
func TestLeavingIsConstant(t *testing.T) {
	machine := treeMachine(t)
	const held = 1000
	var chunks [held]interp.Ptr
	var steps [held]uint64
	for k := range chunks {
		var err error
		chunks[k], err = machine.NewInt64s([]int64{0, 0, 64, 0, 0, 0, 0, 0})
		require.NoError(t, err)
		before := machine.Counts().Steps
		_, err = machine.Call("llad.tape.3.keep", interp.Pointer(chunks[k]))
		require.NoError(t, err)
		steps[k] = machine.Counts().Steps - before
	}
	require.Equal(t, steps[1], steps[held-1])
	for k := range chunks {
		got, err := machine.Call("llad.tape.3.take")
		require.NoError(t, err)
		require.Equal(t, chunks[held-1-k], got.Ptr())
	}
	got, err := machine.Call("llad.tape.3.take")
	require.NoError(t, err)
	require.Zero(t, got.Ptr())
}

// Objects on the tape keep the alignment that the code relies on; threads have
// tapes of their own, which end with them.
func TestThreads(t *testing.T) {
	tc, err := native.FindToolchain(19)
	require.NoError(t, err)
	ws := native.NewWorkspace(t.TempDir(), tc)
	const main = `
#include <pthread.h>
#include <stdio.h>
double f_grad(const double *, double *, long, double);
double g_grad(const double *, double *, long, double);
void llad_tape_release(void);
static void *run(void *r) {
  double x[3000], d[3000] = {0};
  for (int k = 0; k < 3000; k++) x[k] = 1 + 1.0 / (k + 2);
  for (int k = 0; k < 3; k++) f_grad(x, d, 3000, 1), g_grad(x, d, 20, 1);
  *(double *)r = d[3000 - 1];
  return 0;
}
int main(void) {
  pthread_t t[4];
  double r[4], mine;
  for (int k = 0; k < 4; k++) pthread_create(&t[k], 0, run, &r[k]);
  run(&mine);
  llad_tape_release();
  for (int k = 0; k < 4; k++) pthread_join(t[k], 0);
  int same = 0;
  for (int k = 0; k < 4; k++) same += r[k] == mine;
  printf("same=%d\ngrad=%a\n", same, mine);
  return 0;
}`
	text := tree(t).Bytes()
	for _, c := range []native.Config{{Toolchain: tc, Level: "2", Sanitize: true}, {Toolchain: tc, Level: "2"}} {
		got, err := ws.RunMain("threads", c, main, text)
		require.NoError(t, err)
		require.Equal(t, 4.0, got.Float("same"))
		// Three times the product of (k+3)/(k+2) without the last factor.
		require.InEpsilon(t, 3*3001.0/2, got.Float("grad"), 1e-12)
	}
}

// What is kept in a part of an iteration that few of them run has a record of its own, which the others do not take.
func TestPartsOfIterationsHaveTheirRecords(t *testing.T) {
	text, err := os.ReadFile("testdata/list.ll")
	require.NoError(t, err)
	m, err := ir.Read("list.ll", text)
	require.NoError(t, err)
	_, err = llad.Differentiate(m, llad.Request{Func: "f", Mode: llad.Reverse})
	require.NoError(t, err)
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator, CountCalls: []string{"llad.tape.push"}})
	require.NoError(t, err)
	gradient := func(xs []float64) (pushes uint64) {
		before := machine.Counts().Named["llad.tape.push"]
		var args []interp.Value
		var d interp.Ptr
		for _, v := range [][]float64{xs, {2, 3, 0.5, 5, 7, 0.25}} {
			at, err := machine.NewFloat64s(v)
			require.NoError(t, err)
			shadow, err := machine.NewFloat64s(make([]float64, len(v)))
			require.NoError(t, err)
			if d == 0 {
				d = shadow
			}
			args = append(args, interp.Pointer(at), interp.Pointer(shadow))
		}
		_, err = machine.Call("f_grad", append(args, interp.F64(1))...)
		require.NoError(t, err)
		grad, err := machine.ReadFloat64s(d, len(xs))
		require.NoError(t, err)
		product := 2 * 3 * 0.5 * 5 * 7 * 0.25
		for k, v := range xs[:len(xs)-1] { // the last one ends the list
			want := 0.0
			if v < 1 {
				want = product
				product /= 64
			}
			require.InDelta(t, want, grad[k], 1e-12, "%g", v)
		}
		return machine.Counts().Named["llad.tape.push"] - before
	}
	require.Equal(t, gradient([]float64{2, 3, 4, -1})+2, gradient([]float64{2, 0.5, 0.25, -1}))
}
