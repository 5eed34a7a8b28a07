package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/tier"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata/script")

func TestMain(m *testing.M) {
	testscript.Main(reported{m}, map[string]func(){"llad": main})
}

// reported says behind the tests what they left out.
type reported struct{ *testing.M }

// Run runs the tests, and gives their exit status.
func (r reported) Run() int {
	code := r.M.Run()
	tier.Report(os.Stdout)
	return code
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update, RequireExplicitExec: false,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Condition: func(name string) (bool, error) {
			if name == "newrustc" { // 1.75 and newer have an option for it
				cmd := exec.Command("rustc", "-Zhelp")
				cmd.Env = append(os.Environ(), "RUSTC_BOOTSTRAP=1")
				list, err := cmd.Output()
				return err == nil && strings.Contains(string(list), "cross-crate-inline-threshold"), nil
			}
			return slices.Contains([]string{"numpy", "scipy"}, name) && pythonWith(name) != "", nil
		},
		Setup: func(env *testscript.Env) error {
			examples, err := filepath.Abs("../../examples")
			env.Setenv("EXAMPLES", examples)
			env.Setenv("PYTHON", pythonWith("numpy"))
			// Scripts have no home, where rustup would look for compilers.
			if home, err := os.UserHomeDir(); err == nil && os.Getenv("RUSTUP_HOME") == "" {
				env.Setenv("RUSTUP_HOME", filepath.Join(home, ".rustup"))
			}
			return err
		},
	})
}

// pythonWith is a Python 3 that has a package: the first on the PATH or the distribution's; "" where none has.
func pythonWith(name string) string {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import "+name).Run() == nil {
			return python
		}
	}
	return ""
}

// exits runs a program and checks its exit code: exits 2 llad -nonsense.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS...")
	}
	got := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		got = err.Error()
		got = got[len("exit status "):]
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, not %s", got, args[0])
	}
}

func TestNamesOfLinksAreCommands(t *testing.T) {
	assert.Equal(t, []string{"cc", "-c", "f.c"}, argumentsOf([]string{"/usr/bin/llad-cc", "-c", "f.c"}))
	assert.Equal(t, []string{"c++", "f.cc"}, argumentsOf([]string{"llad-c++", "f.cc"}))
	assert.Equal(t, []string{"check", "f.ll"}, argumentsOf([]string{"llad", "check", "f.ll"}))
	assert.Equal(t, []string{"f.ll"}, argumentsOf([]string{"llad-0.1.0", "f.ll"}))
	assert.True(t, isRustc("/usr/lib/rust/bin/rustc"))
	assert.False(t, isRustc("rustc.ll"))
	assert.False(t, isRustc("dir/rustc.ll"))
}

func TestFlagsAndFilesInAnyOrder(t *testing.T) {
	for _, args := range [][]string{
		{"-reverse", "-o", "out", "-func", "f", "in"},
		{"in", "-reverse", "-o", "out", "-func", "f"},
		{"--reverse", "in", "--o=out", "-func=f"},
		{"-reverse", "-o", "out", "-func", "f", "--", "in"},
	} {
		var o options
		fs := o.flags()
		files, err := parse(fs, args)
		require.NoError(t, err, "%q", args)
		assert.Equal(t, []string{"in"}, files, "%q", args)
		assert.True(t, o.reverse)
		assert.Equal(t, "out", o.output)
		assert.Equal(t, "f", o.funcs)
	}
	var o options
	fs := o.flags()
	files, err := parse(fs, []string{"-reverse", "-", "--", "-odd.ll"})
	require.NoError(t, err)
	assert.Equal(t, []string{"-", "-odd.ll"}, files)
}

func TestOutputsAreAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	first := dir + "/first"
	require.NoError(t, os.WriteFile(first, []byte("old"), 0o600))
	o := outputs{}
	o.add(first, []byte("new"))
	o.add(dir+"/missing/second", []byte("new"))
	require.Error(t, o.write())
	text, err := os.ReadFile(first)
	require.NoError(t, err)
	assert.Equal(t, "old", string(text))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 1, "temporary files are left behind")

	o = outputs{}
	o.add(first, []byte("new"))
	require.NoError(t, o.write())
	st, err := os.Stat(first)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), st.Mode().Perm(), "the mode of a file that is replaced stays")
}
