package llad

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/llir/llvm/asm"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// A module of llir with debug information: what is refused has its place in the source, and derivatives have their
// originals' lines and subprograms of their own, which LLVM takes.
func TestDebugInformationOfLLIR(t *testing.T) {
	tc, err := native.FindToolchain(14)
	require.NoError(t, err)
	dir := t.TempDir()
	source, text := filepath.Join(dir, "f.c"), filepath.Join(dir, "f.ll")
	require.NoError(t, os.WriteFile(source, []byte(`double outside(double);
double refused(double x) {
  return x * outside(x);
}
double energy(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  return s;
}
`), 0o600))
	out, err := exec.Command(tc.Clang, "-O1", "-g", "-S", "-emit-llvm", source, "-o", text).CombinedOutput()
	require.NoError(t, err, "%s", out)
	m, err := asm.ParseFile(text)
	require.NoError(t, err)

	_, err = Differentiate(m, Request{Func: "refused"})
	var d *ir.Diagnostic
	require.ErrorAs(t, err, &d)
	require.NotEmpty(t, d.At)
	assert.Equal(t, source, filepath.Join(d.At[0].Dir, d.At[0].File))
	assert.Equal(t, 3, d.At[0].Line)

	for _, mode := range []Mode{Reverse, Forward} {
		_, err = Differentiate(m, Request{Func: "energy", Mode: mode})
		require.NoError(t, err)
	}
	_, err = Differentiate(m, Request{Func: "energy_grad", Mode: Forward})
	require.NoError(t, err)
	printed := m.String()
	assert.Contains(t, printed, `"energy [gradient]"`)
	assert.Contains(t, printed, `"energy [tangent]"`)
	assert.Equal(t, 1, strings.Count(printed, "distinct !DICompileUnit("))
	after := filepath.Join(dir, "after.ll")
	require.NoError(t, os.WriteFile(after, []byte(printed), 0o600))
	out, err = exec.Command(tc.Clang, "-O1", "-c", after, "-o", filepath.Join(dir, "f.o")).CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.NotContains(t, string(out), "invalid debug info")

	mod, err := ir.Read(after, []byte(printed))
	require.NoError(t, err)
	for _, name := range []string{"energy_grad", "energy_jvp", "energy_grad_jvp"} {
		f := mod.Func(name)
		require.NoError(t, f.Load())
		lines := map[int]bool{}
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				for _, at := range mod.Metadata().Places(i) {
					lines[at.Line] = true
				}
			}
		}
		assert.True(t, lines[8], "%s: %v", name, lines)
	}
}
