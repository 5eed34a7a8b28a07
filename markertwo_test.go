package llad

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// Two modules may ask for the derivative of the same inline function, and of static
// functions of one name: what marker calls get is the module's own. What is asked for
// by name is for other modules.
func TestMarkersInTwoModules(t *testing.T) {
	const source = `
template <class T> T __enzyme_autodiff(void *, T);
inline double square(double x) { return x * x; }
static double scaled(double x) { return FACTOR * x * x * x; }
double NAME(double x) { return __enzyme_autodiff((void *)square, x) + __enzyme_autodiff((void *)scaled, x); }
#ifdef OTHER
#include <cstdio>
double OTHER(double x);
int main() { std::printf("%g %g\n", NAME(2.0), OTHER(2.0)); }
#endif
`
	for _, version := range []int{14, 22} {
		tc, err := native.FindToolchain(version)
		require.NoError(t, err)
		dir := t.TempDir()
		do := func(name string, args ...string) string {
			out, err := exec.Command(name, args...).CombinedOutput()
			require.NoError(t, err, "%s %s\n%s", name, strings.Join(args, " "), out)
			return string(out)
		}
		file := filepath.Join(dir, "m.cpp")
		require.NoError(t, os.WriteFile(file, []byte(source), 0o644))
		link := []string{"-O1", "-lm", "-lstdc++", "-o", filepath.Join(dir, "program")}
		for name, defines := range map[string][]string{"one": {"-DNAME=one", "-DFACTOR=1"}, "two": {"-DNAME=two", "-DFACTOR=2", "-DOTHER=one"}} {
			input, output := filepath.Join(dir, name+".in.ll"), filepath.Join(dir, name+".ll")
			do(tc.Clang, append(defines, "-O2", "-S", "-emit-llvm", file, "-o", input)...)
			text, err := os.ReadFile(input)
			require.NoError(t, err)
			m, err := ir.Read(input, text)
			require.NoError(t, err)
			d := New(m)
			_, err = d.LowerMarkers()
			require.NoError(t, err)
			made := d.Made()[0].Func
			require.Equal(t, "internal", made.Prefix)
			lowered, err := d.Write(WriteOptions{})
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(output, lowered, 0o644))
			link = append([]string{output}, link...)
		}
		do(tc.Clang, link...)
		require.Equal(t, "28 16\n", do(filepath.Join(dir, "program")))
	}

	m, err := ir.Read("f.ll", []byte("define double @f(double %x) {\n  %y = fmul double %x, %x\n  ret double %y\n}\n"))
	require.NoError(t, err)
	r, err := New(m).Differentiate(Request{Func: "f", Mode: Reverse})
	require.NoError(t, err)
	require.Empty(t, r.Func.Prefix)
}
