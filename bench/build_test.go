package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	api "github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

var optimised = []string{"-O3", "-march=native"}

// irFlags are what the IR that is differentiated is made with: LLAD_BENCH_IR,
// or what leaves the loops as they were written. They are vectorised and
// unrolled, with those of the derivative, when that is compiled.
func irFlags() []string {
	if s := os.Getenv("LLAD_BENCH_IR"); s != "" {
		return strings.Fields(s)
	}
	return []string{"-O2", "-march=native", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"}
}

// haveADOLC tells whether ADOL-C's headers are installed.
func haveADOLC() bool {
	_, err := os.Stat("/usr/include/adolc/adolc.h")
	return err == nil
}

func command(tb testing.TB, name string, args ...string) string {
	tb.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	require.NoError(tb, err, "%s %s\n%s", name, strings.Join(args, " "), out)
	return string(out)
}

// derivativeIR compiles src to IR and gives the module with the gradient and
// the tangents.
func (p *problem) derivativeIR(tb testing.TB, tc *native.Toolchain, src string, flags []string) []byte {
	tb.Helper()
	text := command(tb, tc.Clang, append([]string{"-S", "-emit-llvm", "-o", "-", src}, flags...)...)
	m, err := ir.Read(src, []byte(text))
	require.NoError(tb, err)
	args := map[string]api.Activity{}
	for _, name := range p.consts {
		args[name] = api.Const
	}
	for _, req := range []api.Request{
		{Mode: api.Reverse, Width: p.width},
		{Mode: api.Forward},
		{Mode: api.Forward, Width: 8, Name: p.fn + "_jvp8"},
	} {
		req.Func, req.Args = p.fn, args
		_, err = api.Differentiate(m, req)
		require.NoError(tb, err)
	}
	return m.Bytes()
}

// compile builds the program that measures the problem, with src as the
// function; with ADOL-C too if that is asked for.
func (p *problem) compile(tb testing.TB, src string, adolc bool) string {
	tb.Helper()
	return p.compileFrom(tb, src, irFlags(), adolc)
}

// compileFrom is compile with IR made with other flags.
func (p *problem) compileFrom(tb testing.TB, src string, flags []string, adolc bool) string {
	tb.Helper()
	tc, err := native.FindToolchain(19)
	require.NoError(tb, err)
	dir, at := tb.TempDir(), filepath.Join("testdata", p.name)
	grad := filepath.Join(dir, "grad.ll")
	require.NoError(tb, os.WriteFile(grad, p.derivativeIR(tb, tc, filepath.Join(at, src), flags), 0o644))
	exe := filepath.Join(dir, p.name)
	args := append([]string{"-Wno-override-module", "-o", exe}, optimised...)
	if adolc {
		object := filepath.Join(dir, "adolc.o")
		command(tb, tc.Clang, append([]string{"-c", "-x", "c++", filepath.Join(at, "adolc.cpp"), "-o", object}, optimised...)...)
		args = append(args, "-DBENCH_ADOLC", object)
	}
	args = append(args, grad, filepath.Join(at, "hand.c"), filepath.Join(at, "glue.c"), "testdata/main.c")
	if adolc {
		args = append(args, "-ladolc")
	}
	command(tb, tc.Clang, append(args, "-lstdc++", "-lm")...)
	return exe
}

// measured are the numbers that the program printed: by what was measured
// (check, time, memory), then by who.
type measured map[string]map[string][]float64

func (m measured) worst(what, who string) float64 {
	worst := 0.0
	for _, v := range m[what][who] {
		worst = max(worst, v)
	}
	return worst
}

func (m measured) least(what, who string) float64 {
	least := m[what][who][0]
	for _, v := range m[what][who] {
		least = min(least, v)
	}
	return least
}

func measure(tb testing.TB, exe string, args ...string) measured {
	tb.Helper()
	m := measured{}
	cmd := exec.Command(exe, args...)
	cmd.Dir = filepath.Dir(exe) // ADOL-C leaves files
	out, err := cmd.CombinedOutput()
	require.NoError(tb, err, "%s %s\n%s", exe, strings.Join(args, " "), out)
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		var what, who string
		var v float64
		_, err := fmt.Sscan(line, &what, &who, &v)
		require.NoError(tb, err, "%q", line)
		if m[what] == nil {
			m[what] = map[string][]float64{}
		}
		m[what][who] = append(m[what][who], v)
	}
	return m
}
