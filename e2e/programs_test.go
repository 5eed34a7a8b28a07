package e2e

import (
	"fmt"
	"os"
	"regexp"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/internal/tier"
)

// levels says at which levels each compiler makes the IR.
var levels = map[int][]string{14: {"0", "2"}, 19: {"0", "1", "2", "3"}, 22: {"0", "2"}}

var (
	workspace *native.Workspace
	scratch   string // a folder that is removed at the end
)

func TestMain(m *testing.M) {
	code := func() int {
		dir, err := os.MkdirTemp("", "llad-e2e-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		scratch = dir
		tc, err := native.FindToolchain(19)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		workspace = native.NewWorkspace(dir, tc)
		if !workspace.LeakCheck() {
			fmt.Fprintln(os.Stderr, "LeakSanitizer does not work here (it needs ptrace): leaks are not checked")
		}
		code := m.Run()
		tier.Report(os.Stdout)
		return code
	}()
	os.Exit(code)
}

var programsOnce = sync.OnceValues(func() ([]*native.Program, error) { return readPrograms("c", ".c") })

// readPrograms reads the programs below testdata/DIR whose files end with ext, in order of
// their names; LLAD_PROGRAMS narrows a run to the names that match it.
func readPrograms(dir, ext string) ([]*native.Program, error) {
	paths, err := native.Programs("..", dir, ext)
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no programs below testdata/%s", dir)
	}
	only, err := regexp.Compile(os.Getenv("LLAD_PROGRAMS"))
	if err != nil {
		return nil, err
	}
	var list []*native.Program
	for _, path := range paths {
		p, err := native.ReadProgram(path)
		if err != nil {
			return nil, err
		}
		if only.MatchString(p.Name) {
			list = append(list, p)
		}
	}
	return list, nil
}

// readProgram reads the program NAME, with its extension, below testdata/DIR.
func readProgram(t *testing.T, dir, name string) *native.Program {
	t.Helper()
	path, err := native.ProgramPath("..", dir, name)
	require.NoError(t, err)
	p, err := native.ReadProgram(path)
	require.NoError(t, err)
	return p
}

func programs(t *testing.T) []*native.Program {
	t.Helper()
	list, err := programsOnce()
	require.NoError(t, err)
	require.NotEmpty(t, list)
	return list
}

func toolchain(t *testing.T, version int) *native.Toolchain {
	t.Helper()
	tc, err := native.FindToolchain(version)
	require.NoError(t, err)
	return tc
}

// The programs themselves: clean under the sanitizers, with differences that
// are sharp enough to judge a derivative by.
func TestProgramsHaveSharpDifferences(t *testing.T) {
	sharpDifferences(t, "differences of C", programs(t))
}

func sharpDifferences(t *testing.T, group string, list []*native.Program) {
	t.Helper()
	for _, p := range list {
		if !tier.Take(group, p.Name, sharpShare) {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			ref, err := workspace.Reference(p)
			require.NoError(t, err)
			for _, finding := range native.CheckReference(p, ref) {
				t.Error(finding)
			}
		})
	}
}
