package pass

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// tool is the path of a compiler tool. Where it is missing the test is
// skipped, in CI it fails.
func tool(t testing.TB, name string) string {
	p, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not installed", name)
		}
		t.Skipf("%s is not installed", name)
	}
	return p
}

func run(t testing.TB, name string, args ...string) string {
	var out, msg bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = &out, &msg
	require.NoError(t, cmd.Run(), "%s %s\n%s", name, strings.Join(args, " "), msg.String())
	return out.String()
}

// compile gives the text of a program's module.
func compile(t testing.TB, version, src string, flags ...string) []byte {
	out := filepath.Join(t.TempDir(), "out.ll")
	compiler := "clang"
	if strings.HasSuffix(src, ".cpp") {
		compiler = "clang++"
	}
	run(t, tool(t, compiler+"-"+version), append([]string{"-S", "-emit-llvm", "-w", "-o", out, src}, flags...)...)
	text, err := os.ReadFile(out)
	require.NoError(t, err)
	return text
}

// accepted puts a module to the verifier of an LLVM version.
func accepted(t testing.TB, version string, text []byte) {
	args := []string{"-passes=verify", "-disable-output"}
	if version == "14" {
		args = []string{"-enable-new-pm=0", "-verify", "-disable-output"}
	}
	cmd := exec.Command(tool(t, "opt-"+version), args...)
	cmd.Stdin = bytes.NewReader(text)
	if msg, err := cmd.CombinedOutput(); err != nil {
		f := filepath.Join(os.TempDir(), "refused-pass-"+version+".ll")
		require.NoError(t, os.WriteFile(f, text, 0o644))
		t.Fatalf("opt-%s refuses (text in %s):\n%s", version, f, msg)
	}
}

// execute builds and runs a module.
func execute(t testing.TB, version string, text []byte) string {
	dir := t.TempDir()
	ll, bin := filepath.Join(dir, "a.ll"), filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(ll, text, 0o644))
	run(t, tool(t, "clang++-"+version), "-w", "-O1", "-ffp-contract=off", "-o", bin, ll, "-lm")
	return run(t, bin)
}

// read loads every function of a module.
func read(t testing.TB, text []byte) (*ir.Module, []*ir.Function) {
	m, err := ir.Read("test.ll", text)
	require.NoError(t, err)
	var defs []*ir.Function
	for _, n := range m.FuncNames() {
		f := m.Func(n)
		require.NotNil(t, f, n)
		if f.IsDecl {
			continue
		}
		require.NoError(t, f.Load(), n)
		defs = append(defs, f)
	}
	return m, defs
}

// readFunc reads a module and gives its only definition.
func readFunc(t testing.TB, text string) *ir.Function {
	_, defs := read(t, []byte(text))
	require.Len(t, defs, 1)
	return defs[0]
}

// check verifies the structure of a function.
func check(t testing.TB, f *ir.Function, after string) {
	if err := ir.Verify(f); err != nil {
		t.Fatalf("after %s: %v\n%s", after, err, f)
	}
}

// keepsOutput runs a pass on the functions of a program and requires it to print what it printed before. It
// gives how often what the pass makes stands in each function; run reports whether it changed anything.
func keepsOutput(t testing.TB, version string, text []byte, pass, makes string, run func(*ir.Function) bool) map[string]int {
	want := execute(t, version, text)
	m, defs := read(t, text)
	made := map[string]int{}
	for _, f := range defs {
		if run(f) {
			f.MarkChanged()
		}
		check(t, f, pass)
		made[f.Name] = strings.Count(f.String(), makes)
	}
	out := m.Bytes()
	accepted(t, version, out)
	require.Equal(t, want, execute(t, version, out))
	return made
}
