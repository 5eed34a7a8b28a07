package e2e

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/internal/tier"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transport"
)

// differentiateSettled is differentiate without derivatives by names.
func differentiateSettled(t *testing.T, p *native.Program, text []byte, modes ...llad.Mode) ([]byte, error) {
	t.Helper()
	return by(t, llad.TransportSettled, p, text, modes...)
}

// byNames gives the module's text with derivatives that are made by names, whatever
// package activity says.
func byNames(t *testing.T, p *native.Program, text []byte, modes ...llad.Mode) ([]byte, error) {
	t.Helper()
	return by(t, llad.TransportNames, p, text, modes...)
}

// by gives the module's text with derivatives that are made in one way.
func by(t *testing.T, way llad.Transport, p *native.Program, text []byte, modes ...llad.Mode) ([]byte, error) {
	t.Helper()
	m, err := ir.Read(p.Name+".ll", text)
	require.NoError(t, err)
	d := llad.New(m)
	d.Transport = way
	for _, mode := range modes {
		if _, err := d.Differentiate(request(t, p, mode)); err != nil {
			return nil, err
		}
	}
	return m.Bytes(), nil
}

// settled says why a derivative is refused where it is not made by names.
func settled(t *testing.T, p *native.Program, text []byte, mode llad.Mode) error {
	t.Helper()
	m, err := ir.Read(p.Name+".ll", text)
	require.NoError(t, err)
	d := llad.New(m)
	d.Transport = llad.TransportSettled
	_, err = d.Differentiate(request(t, p, mode))
	return err
}

// The second implementation of both modes: it asks nothing about what bytes hold. What it
// does not offer is refused, and counted.
func TestDerivativesByNames(t *testing.T) {
	tc := toolchain(t, 19)
	var mu sync.Mutex
	var refused []string
	t.Cleanup(func() {
		slices.Sort(refused)
		fmt.Printf("note: %d programs are refused by names\n", len(refused))
		if path := os.Getenv("LLAD_REFUSED"); path != "" {
			require.NoError(t, os.WriteFile(path, []byte(strings.Join(refused, "\n")+"\n"), 0o644))
		}
	})
	check := func(p *native.Program, c native.Config, text func() ([]byte, error)) {
		t.Run(c.Name()+"/"+p.Name, func(t *testing.T) {
			t.Parallel()
			ir, err := text()
			require.NoError(t, err)
			out, err := byNames(t, p, ir, llad.Reverse, llad.Forward)
			if err != nil {
				require.Contains(t, err.Error(), transport.CodeTrace)
				mu.Lock()
				defer mu.Unlock()
				refused = append(refused, t.Name()+": "+strings.SplitN(err.Error(), "\n", 2)[0])
				return
			}
			c.Grad, c.JVP = true, true
			c = builtFor(c, p.Name)
			got, err := workspace.Run(p, c, out)
			require.NoError(t, err)
			judge(t, p, c, got)
		})
	}
	for k, level := range []string{"0", "2"} {
		c := native.Config{Toolchain: tc, Level: level}
		for _, p := range slices.Concat(programs(t), cxxPrograms(t)) {
			if chosen("derivatives by names", p.Name, k, 2) && tier.Share("by names "+p.Name, namesShare) {
				check(p, c, func() ([]byte, error) { return workspace.IR(tc, p, level) })
			}
		}
	}
	c := newestRustc(t)
	for _, p := range slices.Concat(rustPrograms(t, false), rustPrograms(t, true)) {
		if tier.Take("derivatives of Rust by names", p.Name, namesShare) {
			c := c
			c.Level = "2"
			check(p, c, func() ([]byte, error) { return workspace.RustIR(c.Rust, p, "2") })
		}
	}
}

// Memory that a variable keeps from before the call, which code that is not traced made, ended
// and made again between derivatives.
func TestKeptMemoryByNames(t *testing.T) {
	tc := toolchain(t, 19)
	const main = `#include <stdio.h>
double f(double *, int), f_grad(double *, double *, int, double), f_jvp(double *, double *, int, double *);
int main(void) {
  static double x[4000], d[4000], v[4000];
  const int sizes[] = {4, 4, 6, 900, 3000, 5};
  for (int i = 0; i < 4000; i++)
    x[i] = 1 + i % 7 * 0.125;
  f(x, 3);
  for (int k = 0; k < 6; k++) {
    int n = sizes[k];
    double t, most = 0;
    for (int i = 0; i < n; i++)
      d[i] = 0, v[i] = i == 1;
    f_grad(x, d, n, 1);
    if (k % 2)
      f(x, n + 1000);
    f_jvp(x, v, n, &t);
    for (int i = 0; i < n; i++) {
      double want = 2 * x[i] * ((i ? x[i - 1] * x[i - 1] : 0) + (i + 1 < n ? x[i + 1] * x[i + 1] : 0));
      double off = want - d[i] + (i == 1 ? want - t : 0);
      most = off * off > most ? off * off : most;
    }
    printf("off%d=%a\n", k, most);
  }
}
`
	for k, file := range []string{"kept_buffer.c", "kept_vector.cpp"} {
		for _, level := range []string{"0", "2"} {
			p := readProgram(t, "special", file)
			c := native.Config{Toolchain: tc, Level: level, Cxx: p.Cxx(), Quick: k == 0}
			t.Run(c.Name()+"/"+p.Name, func(t *testing.T) {
				text, err := workspace.IR(tc, p, level)
				require.NoError(t, err)
				for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
					text, err = byNames(t, p, text, mode)
					require.NoError(t, err)
				}
				got, err := workspace.RunMain(p.Name, c, main, text)
				require.NoError(t, err)
				for n := range 6 {
					require.InDelta(t, 0, got.Float(fmt.Sprint("off", n)), 1e-12)
				}
			})
		}
	}
}
