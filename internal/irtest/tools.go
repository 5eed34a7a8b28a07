package irtest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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

// Compile gives the text of a program's module.
func Compile(t testing.TB, version, src string, flags ...string) []byte {
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

// Accepted puts a module to the verifier of an LLVM version.
func Accepted(t testing.TB, version string, text []byte) {
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

// Execute builds and runs a module.
func Execute(t testing.TB, version string, text []byte) string {
	dir := t.TempDir()
	ll, bin := filepath.Join(dir, "a.ll"), filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(ll, text, 0o644))
	run(t, tool(t, "clang++-"+version), "-w", "-O1", "-ffp-contract=off", "-o", bin, ll, "-lm")
	return run(t, bin)
}
