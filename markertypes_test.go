package llad

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
)

// TestTypedMarkersRefuse compiles calls of llad.hpp that make no sense: each is
// refused by the compiler, in words.
func TestTypedMarkersRefuse(t *testing.T) {
	tc, err := native.FindToolchain(19)
	require.NoError(t, err)
	dir := t.TempDir()
	for name, c := range map[string]struct{ call, want string }{
		"arity":     {"llad::gradient(f, llad::active(1.0))", "the function takes another number of arguments"},
		"plain":     {"llad::gradient(f, 1.0, x)", "wrap every argument in llad::active"},
		"types":     {"llad::gradient(f, llad::duplicated(x, x), llad::active(1.0))", "the function cannot be called with these arguments"},
		"widths":    {"llad::tangents(f, llad::directions(1.0, {1.0, 0.0}), llad::duplicated(x, {x, x, x}))", "different numbers of shadows"},
		"one":       {"llad::tangent(f, llad::directions(1.0, {1.0, 0.0}), llad::constant(x))", "for several shadows at once"},
		"value":     {"llad::gradients(f, llad::active(1.0), llad::duplicated(x, {x, x}))", "of which there is one gradient"},
		"pointer":   {"llad::gradient(f, llad::active(1.0), llad::active(&x[0]))", "pointers and references need a shadow"},
		"integer":   {"llad::gradient(f, llad::active(1), llad::constant(x))", "llad::active: the type has no gradient"},
		"result":    {"llad::gradient(g, llad::active(1.0))", "must return a floating-point number or nothing"},
		"direction": {"llad::gradient(f, llad::direction(1.0, 1.0), llad::constant(x))", "a direction is for tangents"},
		"active":    {"llad::tangent(f, llad::active(1.0), llad::constant(x))", "an active argument needs its direction"},
		"void":      {"llad::value_and_gradient(h, llad::duplicated(x, x))", "the function returns nothing"},
		"shadow":    {"float s[1]; llad::gradient(h, llad::duplicated(x, s))", "no matching function for call to 'duplicated'"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(dir, name+".cpp")
			source := "#include \"llad.hpp\"\ndouble f(double x, double *y);\nint g(double);\nvoid h(double *);\nvoid use() { double x[1] = {0}; (void)x; " + c.call + "; }\n"
			require.NoError(t, os.WriteFile(file, []byte(source), 0o644))
			out, err := exec.Command(tc.Clang, "-std=c++17", "-Iinclude", "-fsyntax-only", file).CombinedOutput()
			require.Error(t, err)
			assert.Contains(t, string(out), c.want)
		})
	}
}
