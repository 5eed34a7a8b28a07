package packaging

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// runInWine runs the demo of a program for Windows. Wine before release 9 lacks a library
// that every program of Go loads, which is made then.
func runInWine(t *testing.T, binary string) {
	t.Helper()
	wine, err := exec.LookPath("wine")
	if err != nil {
		t.Skip("the binary is not run: wine is not installed")
	}
	prefix := t.TempDir()
	t.Setenv("WINEPREFIX", prefix)
	t.Setenv("WINEDEBUG", "-all")
	// The server holds the directory until it ends.
	defer exec.Command("wineserver", "-k").Run()
	out, err := exec.Command(wine, "cmd", "/c", "exit").CombinedOutput()
	require.NoError(t, err, "%s", out)
	system := filepath.Join(prefix, "drive_c/windows/system32")
	library := filepath.Join(system, "bcryptprimitives.dll")
	if _, err := os.Stat(library); err != nil && !makeLibrary(t, library) {
		t.Skip("the binary is not run: this wine has no bcryptprimitives.dll, and clang-19 and lld-link-19, which make one, are not installed")
	}
	path := os.Getenv("PATH")
	mustDemo(t, path, wine, binary)
	assert.Contains(t, output(t, path, wine, binary, "version"), " windows/amd64\n")
}

// makeLibrary builds the library of testdata; false without the tools.
func makeLibrary(t *testing.T, library string) bool {
	t.Helper()
	for _, tool := range []string{"clang-19", "lld-link-19"} {
		if _, err := exec.LookPath(tool); err != nil {
			return false
		}
	}
	dir := t.TempDir()
	object, imports := filepath.Join(dir, "bcryptprimitives.obj"), filepath.Join(dir, "advapi32.lib")
	path := os.Getenv("PATH")
	output(t, path, "clang-19", "--target=x86_64-pc-windows-msvc", "-O1", "-c", "testdata/bcryptprimitives.c", "-o", object)
	output(t, path, "lld-link-19", "/lib", "/machine:x64", "/def:testdata/advapi32.def", "/out:"+imports)
	output(t, path, "lld-link-19", "/dll", "/entry:entry", "/nodefaultlib", object, imports, "/out:"+library)
	return true
}
