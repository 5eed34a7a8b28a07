package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/internal/tier"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// strategies are those that every program is run with.
var strategies = []string{"recompute", "ctz", "periodic:1", "periodic:3", "binomial:1", "binomial:3", "online:1", "online:2", "online:4", "mixed:1", "mixed:3", "binomial:2/3", "ctz/2", "online:2/4", "mem:1", "mem:300", "mem:1M", "binomial:4 spill", "mixed:3 spill", "mem:300 spill"}

// linkedText is the program's driver, linked with its function and its gradient,
// which keeps everything.
func linkedText(t *testing.T, p *native.Program, c native.Config, text []byte) string {
	t.Helper()
	out, err := differentiate(t, p, text, llad.Reverse)
	if err != nil {
		t.Skip("TestDerivatives reports it")
	}
	linked, err := workspace.Link(p, c, out)
	require.NoError(t, err)
	return string(linked)
}

// withStrategy puts another gradient in the place of the one that a linked
// program has. checkpointed says that the strategy was applied to a loop.
func withStrategy(t *testing.T, p *native.Program, linked, strategy string) (m *ir.Module, checkpointed bool) {
	t.Helper()
	name := p.Func + "_grad"
	at := strings.Index(linked, definition(t, linked, name))
	m, err := ir.Read(p.Name+".ll", []byte(linked[:at]+strings.Replace(linked[at:], "@"+name+"(", "@kept_grad(", 1)))
	require.NoError(t, err)
	d := llad.New(m)
	strategy, spills := strings.CutSuffix(strategy, " spill")
	if spills {
		d.Cache.Spill = "snapshots"
	}
	if mem, ok := strings.CutPrefix(strategy, "mem:"); ok {
		n, err := llad.ParseBytes(mem)
		require.NoError(t, err)
		d.Cache.Mem = n
	} else {
		require.NoError(t, d.Cache.Add(strategy))
	}
	req := request(t, p, llad.Reverse)
	req.Name = name
	_, err = d.Differentiate(req)
	require.NoError(t, err, strategy)
	out := m.Bytes()
	m, err = ir.Read(p.Name+".ll", out)
	require.NoError(t, err)
	return m, bytes.Contains(out, []byte("@llad.ckpt.sweep."))
}

// runMain gives what a program prints in the interpreter.
func runMain(t *testing.T, m *ir.Module, strategy string) string {
	t.Helper()
	var printed bytes.Buffer
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator, Stdout: &printed, Roots: interp.ThreadLocalRoots, MaxSteps: 1e9})
	require.NoError(t, err)
	_, err = machine.Call("main")
	require.NoError(t, err, strategy)
	require.Empty(t, machine.Leaks(), strategy)
	require.Zero(t, machine.OpenFiles(), strategy)
	return printed.String()
}

// runNatively gives what a program prints when it has been compiled.
func runNatively(t *testing.T, c native.Config, m *ir.Module) string {
	t.Helper()
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "p.ll"), filepath.Join(dir, "p")
	require.NoError(t, os.WriteFile(file, m.Bytes(), 0o644))
	out, err := exec.Command(c.Toolchain.Clang, "-Wno-override-module", "-O1", file, "-lm", "-o", exe).CombinedOutput()
	require.NoError(t, err, "%s", out)
	out, err = exec.Command(exe).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// Every strategy gives the gradient of keeping everything, bit for bit, on every
// program with a loop that can be checkpointed.
func TestStrategiesAgree(t *testing.T) {
	for _, level := range []string{"0", "2"} {
		c := native.Config{Toolchain: toolchain(t, 19), Level: level, Grad: true}
		t.Run(c.Name(), func(t *testing.T) {
			for _, p := range programs(t) {
				if !tier.Take("cache strategies", p.Name+level, strategyShare) {
					continue
				}
				t.Run(p.Name, func(t *testing.T) {
					t.Parallel()
					text, err := workspace.IR(c.Toolchain, p, level)
					require.NoError(t, err)
					linked := linkedText(t, p, c, text)
					if _, some := withStrategy(t, p, linked, "ctz"); !some {
						t.Skip("no loop to checkpoint")
					}
					keep, _ := withStrategy(t, p, linked, "keep")
					want := runMain(t, keep, "keep")
					for _, s := range strategies {
						m, some := withStrategy(t, p, linked, s)
						require.True(t, some, s)
						require.Equal(t, want, runMain(t, m, s), s)
					}
					if p.HasTag("time") {
						m, _ := withStrategy(t, p, linked, "binomial:3")
						require.Equal(t, want, runNatively(t, c, m), "native")
					}
				})
			}
		})
	}
}

// An exception that leaves a checkpointed loop frees the loop's snapshots and tapes,
// and runs the destructors of what was made before.
func TestExceptionLeavesCheckpointedLoop(t *testing.T) {
	const source = `#include <cmath>
#include <stdexcept>
#include <vector>
// llad: func f double
// llad: arg x dup double[64] range(0.5,1.5)
// llad: arg n const int 64
// llad: arg limit const int 64
int alive;
struct Guard {
  Guard() { ++alive; }
  ~Guard() { --alive; }
};
static double rate(const std::vector<double> &v, int k, int limit) {
  if (k >= limit)
    throw std::out_of_range("rate");
  double s = 1;
  for (double y : v)
    s += std::sin(s * y);
  return s;
}
extern "C" double f(double *x, int n, int limit) {
  Guard guard;
  std::vector<double> v(x, x + n);
  for (int k = 0; k < 30; k++) {
    double r = rate(v, k, limit);
    for (double &y : v)
      y = 0.9 * y + 0.01 * r;
  }
  double s = 0;
  for (double y : v)
    s += y * y;
  return s;
}
` + attempt
	path := filepath.Join(t.TempDir(), "leavesloop.cpp")
	require.NoError(t, os.WriteFile(path, []byte(source), 0o644))
	p, err := native.ReadProgram(path)
	require.NoError(t, err)
	c := native.Config{Toolchain: toolchain(t, 19), Level: "0", Cxx: true}
	text, err := workspace.IR(c.Toolchain, p, c.Level)
	require.NoError(t, err)
	for _, strategy := range []string{"ctz", "mixed:4"} {
		m, err := ir.Read("leavesloop.ll", text)
		require.NoError(t, err)
		d := llad.New(m)
		require.NoError(t, d.Cache.Add("f="+strategy))
		_, err = d.Differentiate(request(t, p, llad.Reverse))
		require.NoError(t, err)
		require.Contains(t, string(m.Bytes()), "@llad.ckpt.sweep.")
		got, err := workspace.RunMain("leavesloop-"+strategy[:3], c, `
#include <malloc.h>
#include <stdio.h>
double f_grad(double *, double *, int, int, double);
int attempt(double (*)(double *, double *, int, int, double), double *, double *, int, int);
extern int alive;
int main(void) {
  double x[64], d[64] = {0};
  for (int k = 0; k < 64; k++)
    x[k] = 1 + 0.01 * k;
  int thrown = 0;
  size_t before = 0;
  for (int k = 0; k < 40; k++) {
    if (k == 20)
      before = mallinfo2().uordblks;
    thrown += attempt(f_grad, x, d, 64, 20);
  }
  printf("thrown=%d\nheld=%ld\nalive=%d\n", thrown, (long)(mallinfo2().uordblks - before), alive);
  return 0;
}
`, m.Bytes())
		require.NoError(t, err)
		require.Equal(t, map[string]string{"thrown": "40", "held": "0", "alive": "0"}, got.Values, strategy)
	}
}

// Where steps allocate what outlives them, no tapes can be held: a note tells what is
// done instead.
func TestReplacedStrategyIsTold(t *testing.T) {
	for _, p := range programs(t) {
		if p.Name != "time_allocates" {
			continue
		}
		text, err := workspace.IR(toolchain(t, 19), p, "2")
		require.NoError(t, err)
		m, err := ir.Read(p.Name+".ll", text)
		require.NoError(t, err)
		d := llad.New(m)
		d.Cache.Spill = "snapshots"
		require.NoError(t, d.Cache.Add("mixed:2"))
		_, err = d.Differentiate(request(t, p, llad.Reverse))
		require.NoError(t, err)
		require.Len(t, d.Notes, 2)
		require.Contains(t, d.Notes[0].Message, "binomial:2 takes the place of mixed:2")
		require.Contains(t, d.Notes[1].Message, "its snapshots stay in memory")
		return
	}
	t.Skip("the program is not among those that were asked for")
}

// A loop inside of one whose steps take memory from a pool, and that changes such memory,
// is not checkpointed by itself: a message tells, and the gradient is what it was.
func TestLoopInsidePooledLoop(t *testing.T) {
	for _, p := range programs(t) {
		if p.Name != "time_two_pools" {
			continue
		}
		c := native.Config{Toolchain: toolchain(t, 19), Level: "0", Grad: true}
		text, err := workspace.IR(c.Toolchain, p, c.Level)
		require.NoError(t, err)
		source, err := os.ReadFile(p.Path)
		require.NoError(t, err)
		before, _, found := strings.Cut(string(source), "// inside")
		require.True(t, found)
		linked := linkedText(t, p, c, text)
		keep, _ := withStrategy(t, p, linked, "keep")
		m, some := withStrategy(t, p, linked, fmt.Sprintf("ctz,f:%d=binomial:2", 1+strings.Count(before, "\n")))
		require.True(t, some)
		require.Equal(t, runMain(t, keep, "keep"), runMain(t, m, "inside"))
		return
	}
	t.Skip("the program is not among those that were asked for")
}
