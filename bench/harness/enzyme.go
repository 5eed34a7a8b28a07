package harness

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// EnzymePlugin is what ENZYME names: LLVMEnzyme-19.so, a plugin of opt, or ClangEnzyme-19.so, one of clang; "" for none.
func EnzymePlugin() string { return os.Getenv("ENZYME") }

// enzymePass has the plugin replace the calls of __enzyme_autodiff in a module by gradients.
func enzymePass(tb testing.TB, plugin, in, out string) {
	tb.Helper()
	version := 19
	if v := regexp.MustCompile(`-(\d+)\.`).FindStringSubmatch(filepath.Base(plugin)); v != nil {
		version, _ = strconv.Atoi(v[1])
	}
	tc, err := native.FindToolchain(version)
	require.NoError(tb, err)
	if strings.Contains(filepath.Base(plugin), "Clang") {
		Command(tb, tc.Clang, "-fplugin="+plugin, "-O2", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-Wno-override-module", "-S", "-emit-llvm", in, "-o", out)
		return
	}
	Command(tb, tc.Opt, "-load-pass-plugin="+plugin, "-passes=enzyme", "-S", in, "-o", out)
}

// EnzymeIR is the module of a build in which the gradient of each function, with llad's name and parameters, is a call of
// __enzyme_autodiff; "" where that has no such form: several adjoints at once, floats by value that are active.
func (p *Problem) EnzymeIR(tb testing.TB, tc *native.Toolchain, b Build) string {
	tb.Helper()
	if p.Width > 1 {
		return ""
	}
	src := filepath.Join(p.Dir, b.Src)
	text := Command(tb, tc.Clang, slices.Concat([]string{"-S", "-emit-llvm", "-o", "-", src}, b.Before, p.flags())...)
	m, err := ir.Read(src, []byte(text))
	require.NoError(tb, err)
	var w strings.Builder
	w.WriteString(text + "\n@enzyme_dup = external global i32\n@enzyme_const = external global i32\ndeclare void @__enzyme_autodiff(...)\n")
	for _, name := range p.Funcs {
		f := m.Func(name)
		require.NotNil(tb, f, name)
		var params []string
		var call strings.Builder
		fmt.Fprintf(&call, "ptr @%s", name)
		for k, q := range f.Params {
			v := fmt.Sprintf("%s %%a%d", q.Typ, k)
			params = append(params, v)
			constant := slices.Contains(p.Consts, strconv.Itoa(k))
			switch {
			case q.Typ.IsPtr() && !constant:
				params = append(params, fmt.Sprintf("ptr %%d%d", k))
				fmt.Fprintf(&call, ", i32 %%dup, %s, ptr %%d%d", v, k)
			case q.Typ.IsFP() && !constant:
				return ""
			default:
				fmt.Fprintf(&call, ", i32 %%const, %s", v)
			}
		}
		result := "ret void"
		if f.Typ.Ret.IsFP() {
			params = append(params, f.Typ.Ret.String()+" %seed")
			result = fmt.Sprintf("ret %s 0.0", f.Typ.Ret)
		}
		fmt.Fprintf(&w, "define %s @%s_grad(%s) {\n\t%%dup = load i32, ptr @enzyme_dup\n\t%%const = load i32, ptr @enzyme_const\n"+
			"\tcall void (...) @__enzyme_autodiff(%s)\n\t%s\n}\n", f.Typ.Ret, name, strings.Join(params, ", "), call.String(), result)
	}
	return w.String()
}

// CompileEnzyme builds the program in which the gradient that is called llad's is made by Enzyme, or by what lower has
// replace its calls; "" where there is none.
func (p *Problem) CompileEnzyme(tb testing.TB, b Build, lower func(in, out string)) string {
	tb.Helper()
	tc, err := native.FindToolchain(19)
	require.NoError(tb, err)
	text := p.EnzymeIR(tb, tc, b)
	if text == "" {
		return ""
	}
	dir := tb.TempDir()
	in, out := filepath.Join(dir, "calls.ll"), filepath.Join(dir, "enzyme.ll")
	require.NoError(tb, os.WriteFile(in, []byte(text), 0o644))
	lower(in, out)
	b.ADOLC, b.Gradient = false, out
	return p.Compile(tb, b)
}

// ReportEnzyme measures the gradient by the plugin, beside the same primal, and reports its time, as long as the primal takes
// what it took in m.
func (p *Problem) ReportEnzyme(b *testing.B, build Build, m Measured, size []string) {
	plugin := EnzymePlugin()
	if plugin == "" {
		return
	}
	exe := p.CompileEnzyme(b, build, func(in, out string) { enzymePass(b, plugin, in, out) })
	if exe == "" {
		return
	}
	e := Measure(b, exe, append([]string{"time", "20"}, size...)...)
	b.ReportMetric(e.Least("time", "llad")*m.Least("time", "primal")/e.Least("time", "primal"), "enzyme-ns")
}
