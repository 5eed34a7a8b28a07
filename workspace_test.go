package llad

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/rules"
)

// Steps of a layer whose vectors are parts of one block, or blocks of their own, with a
// function of the library that may set errno.
const layersInBlocks = `
double tanh(double);
double parts(double *w, double *block, int n) {
  double *y = block, *z = block + 24;` + layerSteps + `
double blocks(double *restrict w, double *restrict y, double *restrict z, int n) {` + layerSteps

const layerSteps = `
  double s = 0;
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < 24; i++) {
      double a = 0;
      for (int j = 0; j < 24; j++) a += w[i * 24 + j] * y[j];
      z[i] = tanh(a);
    }
    for (int i = 0; i < 24; i++) y[i] = 0.5 * z[i] + 0.1;
    s += y[0];
  }
  return s;
}
`

// A step keeps its vectors, neither the matrix nor a number for each product.
func TestStepsInBlocksKeepVectors(t *testing.T) {
	const steps, size = 60, 24
	for _, version := range []int{14, 19, 22} {
		for _, level := range []string{"-O1", "-O2"} {
			for _, name := range []string{"parts", "blocks"} {
				m := gradientOf(t, version, level, layersInBlocks, name, "-fmath-errno", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops")
				machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
				require.NoError(t, err)
				w, y, z := make([]float64, size*size), make([]float64, 2*size), make([]float64, size)
				for i := range w {
					w[i] = 0.3 / float64(1+i%17)
				}
				arrays := [][]float64{w, y}
				if name == "blocks" {
					arrays = append(arrays, z)
				}
				args := shadowed(t, machine, arrays...)
				before := machine.Counts().HeapLive
				_, err = machine.Call(name+"_grad", append(args, interp.I32(steps), interp.F64(1))...)
				require.NoError(t, err)
				require.Less(t, machine.Counts().HeapPeak-before, uint64(8*8*steps*size), "%s %d %s", name, version, level)
			}
		}
	}
}

// Where the block overlaps with the matrix the gradient is that of what runs then.
func TestBlocksThatOverlap(t *testing.T) {
	const size, steps, from, step = 24, 5, 24*24 - 18, 1e-5
	m := gradientOf(t, 19, "-O2", layersInBlocks, "parts", "-fmath-errno")
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	all := make([]float64, from+2*size)
	for i := range all {
		all[i] = 0.3 / float64(1+i%17)
	}
	value := func(k int, by float64) float64 {
		x := append([]float64(nil), all...)
		x[k] += by
		p, err := machine.NewFloat64s(x)
		require.NoError(t, err)
		r, err := machine.Call("parts", interp.Pointer(p), interp.Pointer(p+8*from), interp.I32(steps))
		require.NoError(t, err)
		return r.F64()
	}
	p, err := machine.NewFloat64s(all)
	require.NoError(t, err)
	d, err := machine.NewFloat64s(make([]float64, len(all)))
	require.NoError(t, err)
	_, err = machine.Call("parts_grad", interp.Pointer(p), interp.Pointer(d), interp.Pointer(p+8*from), interp.Pointer(d+8*from),
		interp.I32(steps), interp.F64(1))
	require.NoError(t, err)
	got, err := machine.ReadFloat64s(d, len(all))
	require.NoError(t, err)
	for k := 0; k < len(all); k += 5 {
		require.InDelta(t, (value(k, step)-value(k, -step))/(2*step), got[k], 1e-8, "%d", k)
	}
}

// The gates of a cell: sums of two products each, which the compiler writes out and of
// which it computes several rows as vectors.
const cell = `
double tanh(double);
double gates(double *w, double *in, double *work, int n) {
  double *h = work, *c = work + 16, *g = work + 32, s = 0;
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < 64; i++) {
      double a = 0;
      for (int j = 0; j < 16; j++) a += w[i * 32 + j] * in[t * 16 + j] + w[i * 32 + 16 + j] * h[j];
      g[i] = a;
    }
    for (int i = 0; i < 16; i++) {
      c[i] = tanh(g[i]) * c[i] + tanh(g[16 + i]) * tanh(g[32 + i]);
      h[i] = tanh(g[48 + i]) * tanh(c[i]);
      s += h[i] * h[i];
    }
  }
  return s;
}
`

// A step keeps the vectors, nothing of the rows, where compilers for wide vectors gather
// elements of eight rows too.
func TestGatesKeepVectors(t *testing.T) {
	const steps = 40
	for _, target := range []string{"19 x86-64", "22 x86-64", "22 x86-64-v4"} {
		version, processor := 19, ""
		_, err := fmt.Sscan(target, &version, &processor)
		require.NoError(t, err)
		m := gradientOf(t, version, "-O3", cell, "gates", "-fmath-errno", "-march="+processor)
		machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
		require.NoError(t, err)
		w, in := make([]float64, 64*32), make([]float64, 16*steps)
		for i := range w {
			w[i] = 0.3 / float64(1+i%17)
		}
		args := shadowed(t, machine, w, in, make([]float64, 32+64))
		before := machine.Counts().HeapLive
		_, err = machine.Call("gates_grad", append(args, interp.I32(steps), interp.F64(1))...)
		require.NoError(t, err)
		require.Less(t, machine.Counts().HeapPeak-before, uint64(8*8*64*steps), target)
	}
}
