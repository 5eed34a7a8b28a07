package e2e

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// namedTwice differentiates f by names, and its derivative by names or as comes.
func namedTwice(t *testing.T, text []byte, first, second llad.Mode, outer llad.Transport) []byte {
	t.Helper()
	for k, mode := range []llad.Mode{first, second} {
		m, err := ir.Read("f.ll", text)
		require.NoError(t, err)
		d := llad.New(m)
		d.Transport = []llad.Transport{llad.TransportNames, outer}[k]
		_, err = d.Differentiate(llad.Request{Func: []string{"f", "f1"}[k], Mode: mode, Name: []string{"f1", "f2"}[k]})
		require.NoError(t, err)
		text = m.Bytes()
	}
	return text
}

// twiceMain compares a Hessian times a vector with differences of the first derivative, which
// has been called before: what it keeps for the next call has no shadow of the second's.
const twiceMain = `#include <stdio.h>
#include <string.h>
#define H 1e-5
double f1(%[1]s), f2(%[2]s);
int main(void) {
  double x[N] = %[3]s, y[N], v[N], h[N], a[N], b[N];
  for (int i = 0; i < N; i++)
    v[i] = 0.25 * ((i * 7) %% 5) - 0.5;
  for (int k = 0; k < 2; k++) {
    for (int sign = 0; sign < 2; sign++) {
      double *g = sign ? b : a;
      for (int i = 0; i < N; i++)
        y[i] = x[i] + (sign ? -H : H) * v[i];
      memset(g, 0, sizeof a);
      %[4]s
    }
    memset(h, 0, sizeof h);
    %[5]s
    for (int i = 0; i < N; i++)
      printf("h%%d.%%d=%%a\nd%%d.%%d=%%a\n", k, i, h[i], k, i, (a[i] - b[i]) / (2 * H));
  }
  return 0;
}
`

// The four ways to a second derivative by names. The tape of the inner derivative is memory like
// any other to the outer one.
func TestSecondDerivativesByNames(t *testing.T) {
	tc := toolchain(t, 19)
	const reversed, moved = "double *, double *, int, double", "double *, double *, int, double *"
	const gradient = "f1(y, g, N, 1);"
	const tangents = "for (int i = 0; i < N; i++) { double e[N] = {0}; e[i] = 1; f1(y, e, N, g + i); }"
	ways := []struct {
		first, second      llad.Mode
		f1, f2, once, main string
	}{
		{llad.Reverse, llad.Forward, reversed, "double *, double *, double *, double *, int, double, double, double *", gradient,
			"double d[N] = {0}, ends; f2(x, v, d, h, N, 1, 0, &ends);"},
		{llad.Reverse, llad.Reverse, reversed, "double *, double *, double *, double *, int, double, double *, double", gradient,
			"double d[N] = {0}, w[N], s = 0; memcpy(w, v, sizeof w); f2(x, h, d, w, N, 1, &s, 0);"},
		{llad.Forward, llad.Reverse, moved, "double *, double *, double *, double *, int, double *, double *, double", tangents,
			"double w[N] = {0}, d = 0, one = 1; f2(x, h, v, w, N, &d, &one, 0);"},
		{llad.Forward, llad.Forward, moved, "double *, double *, double *, double *, int, double *, double *, double *", tangents,
			"for (int i = 0; i < N; i++) { double e[N] = {0}, w[N] = {0}, d = 0, ends; e[i] = 1; f2(x, e, v, w, N, &d, h + i, &ends); }"},
	}
	for _, p := range []*native.Program{readProgram(t, "special", "cells_of_both.c"), readProgram(t, "cxx", "std_function.cpp")} {
		for k, way := range ways {
			for n, outer := range []llad.Transport{llad.TransportNames, llad.TransportAuto} {
				if n > 0 && k > 0 {
					continue
				}
				level := []string{"0", "2"}[(k+n)%2]
				c := native.Config{Toolchain: tc, Level: level, Cxx: p.Cxx()}
				t.Run(fmt.Sprintf("%s/%s/%v over %v/%q", p.Name, c.Name(), way.second, way.first, outer), func(t *testing.T) {
					text, err := workspace.IR(tc, p, level)
					require.NoError(t, err)
					x := p.Args[0]
					main := fmt.Sprintf("#define N %d\n", x.Count) + fmt.Sprintf(twiceMain, way.f1, way.f2, x.Init, way.once, way.main)
					file := fmt.Sprintf("%s.%v.%v.%s", p.Name, way.first, way.second, outer)
					got, err := workspace.RunMain(file, c, main, namedTwice(t, text, way.first, way.second, outer))
					require.NoError(t, err)
					for _, name := range got.Names("h") {
						want := got.Float("d" + name)
						require.InDelta(t, want, got.Float("h"+name), 1e-6*(1+want*want), name)
					}
					require.Len(t, got.Names("h"), 2*x.Count)
				})
			}
		}
	}
}
