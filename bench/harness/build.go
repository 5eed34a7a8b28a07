package harness

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	api "github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// Optimised are the flags of what is measured.
func Optimised() []string { return []string{"-O3", "-march=native"} }

// IRFlags are what the IR that is differentiated is made with: LLAD_BENCH_IR,
// or what leaves the loops as they were written. They are vectorised and
// unrolled, with those of the derivative, when that is compiled.
func IRFlags() []string {
	if s := os.Getenv("LLAD_BENCH_IR"); s != "" {
		return strings.Fields(s)
	}
	return []string{"-O2", "-march=native", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"}
}

// HaveADOLC reports whether ADOL-C's headers are installed.
func HaveADOLC() bool {
	_, err := os.Stat("/usr/include/adolc/adolc.h")
	return err == nil
}

// Command runs a command and gives what it printed; the test fails where it does.
func Command(tb testing.TB, name string, args ...string) string {
	tb.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	require.NoError(tb, err, "%s %s\n%s", name, strings.Join(args, " "), out)
	return string(out)
}

// flags are those of every source. Of OpenMP only the front end is told: how it is linked depends on where it is.
func (p *Problem) flags() []string {
	if !p.OpenMP {
		return p.Flags
	}
	return append([]string{"-Xclang", "-fopenmp", "-DBENCH_THREADS"}, p.Flags...)
}

// DerivativeIR compiles the source of a build to IR and gives the module with the gradient and
// the tangents.
func (p *Problem) DerivativeIR(tb testing.TB, tc *native.Toolchain, b Build) []byte {
	tb.Helper()
	src := filepath.Join(p.Dir, b.Src)
	flags := slices.Concat(b.Before, p.flags())
	text := Command(tb, tc.Clang, slices.Concat([]string{"-S", "-emit-llvm", "-o", "-", src}, flags)...)
	m, err := ir.Read(src, []byte(text))
	require.NoError(tb, err)
	args := map[string]api.Activity{}
	for _, name := range p.Consts {
		args[name] = api.Const
	}
	for _, f := range p.Funcs {
		requests := []api.Request{{Mode: api.Reverse, Width: p.Width}, {Mode: api.Forward}}
		if !p.NoJVP8 {
			requests = append(requests, api.Request{Mode: api.Forward, Width: 8, Name: f + "_jvp8"})
		}
		for _, req := range requests {
			req.Func, req.Args = f, args
			_, err = api.Differentiate(m, req)
			require.NoError(tb, err)
		}
	}
	return m.Bytes()
}

// tangents are the names of the functions that give them.
func (p *Problem) tangents() (names []string) {
	for _, f := range p.Funcs {
		names = append(names, f+"_jvp", f+"_jvp8")
	}
	return names
}

// Compile builds the program that measures the problem, with clang 19, and gives its path.
func (p *Problem) Compile(tb testing.TB, b Build) string {
	tb.Helper()
	tc, err := native.FindToolchain(19)
	require.NoError(tb, err)
	dir := tb.TempDir()
	grad := filepath.Join(dir, "grad.ll")
	require.NoError(tb, os.WriteFile(grad, p.DerivativeIR(tb, tc, b), 0o644))
	if b.Gradient != "" { // tangents remain llad's
		calls := filepath.Join(dir, "tangents.ll")
		Command(tb, tc.Opt, "-passes=internalize,globaldce", "-internalize-public-api-list="+strings.Join(p.tangents(), ","), "-S", grad, "-o", calls)
		grad = calls
	}
	exe := filepath.Join(dir, "prog")
	args := slices.Concat([]string{"-Wno-override-module", "-o", exe, "-I", p.Main}, b.After, p.flags())
	if b.ADOLC {
		object := filepath.Join(dir, "adolc.o")
		Command(tb, tc.Clang, append([]string{"-c", "-x", "c++", filepath.Join(p.Dir, "adolc.cpp"), "-o", object}, b.After...)...)
		args = append(args, "-DBENCH_ADOLC", object)
	}
	if p.NoJVP8 {
		args = append(args, "-DBENCH_NO_JVP8")
	}
	if p.NoHand {
		args = append(args, "-DBENCH_NO_HAND")
	} else {
		args = append(args, filepath.Join(p.Dir, "hand.c"))
	}
	if b.Gradient != "" {
		args = append(args, b.Gradient)
	}
	args = append(args, grad, filepath.Join(p.Dir, "glue.c"), filepath.Join(p.Main, "main.c"))
	if b.ADOLC {
		args = append(args, "-ladolc")
	}
	if p.OpenMP {
		args = append(args, native.OpenMP()...)
	}
	Command(tb, tc.Clang, append(args, "-lstdc++", "-lm")...)
	return exe
}
