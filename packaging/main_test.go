// Package packaging has the tests of `make install` and `make dist`, which `make dist-test` runs on the files that it
// has made.
package packaging

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What `make dist` made: the directory that it filled, the version, and what for (linux/amd64 and so on).
var (
	dist    = os.Getenv("LLAD_DIST")
	release = os.Getenv("LLAD_VERSION")
	madeFor = strings.Fields(os.Getenv("LLAD_PLATFORMS"))
)

func TestMain(m *testing.M) {
	if dist == "" {
		fmt.Println("`make dist-test` runs these tests")
		return
	}
	os.Exit(m.Run())
}

// output runs a program that must succeed, and gives what it wrote to standard output. What
// it runs itself it finds in the directories of path.
func output(t *testing.T, path, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "PATH="+path, "LC_ALL=C.UTF-8")
	var failed strings.Builder
	cmd.Stderr = &failed
	out, err := cmd.Output()
	require.NoError(t, err, "%s %s: %s", program, strings.Join(args, " "), failed.String())
	return string(out)
}

var verdict = regexp.MustCompile(`worst relative error against finite differences: (\S+)`)

// mustDemo runs the tour, args being the command line of llad, and looks for its verdict.
func mustDemo(t *testing.T, path, program string, args ...string) {
	t.Helper()
	text := output(t, path, program, append(args, "demo")...)
	m := verdict.FindStringSubmatch(text)
	require.NotNil(t, m, "the demo says no error: %s", text)
	off, err := strconv.ParseFloat(m[1], 64)
	require.NoError(t, err)
	assert.Less(t, off, 1e-8)
	assert.Contains(t, text, "double energy_grad(")
}

// mustHaveFiles checks what stands below the directory where something was installed.
func mustHaveFiles(t *testing.T, root string, want []string) {
	t.Helper()
	var got []string
	require.NoError(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(root, path)
			got = append(got, filepath.ToSlash(rel))
			st, err := d.Info()
			require.NoError(t, err)
			mode := os.FileMode(0o644)
			if strings.HasPrefix(got[len(got)-1], "bin/") {
				mode = 0o755
			}
			assert.Equal(t, mode, st.Mode(), rel)
			assert.NotZero(t, st.Size(), rel)
		}
		return err
	}))
	assert.ElementsMatch(t, want, got)
}

// installed are the files of an installation, relative to its prefix.
func installed(t *testing.T) []string {
	t.Helper()
	files := []string{
		"bin/llad", "share/man/man1/llad.1", "share/bash-completion/completions/llad",
		"share/zsh/site-functions/_llad", "share/fish/vendor_completions.d/llad.fish",
		"share/doc/llad/LICENSE",
		"share/llad/llad-build/Cargo.toml",
		"share/llad/llad-build/src/lib.rs",
		"lib/cmake/llad/lladConfig.cmake",
		"lib/cmake/llad/lladConfigVersion.cmake",
	}
	for pattern, to := range map[string]string{
		"../include/*.h*": "include/", "../*.md": "share/doc/llad/", "../docs/*.md": "share/doc/llad/docs/",
	} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
		for _, f := range found {
			files = append(files, to+filepath.Base(f))
		}
	}
	return files
}

// replaced is a list with an element that stands elsewhere, or nowhere.
func replaced(files []string, old, now string) []string {
	var all []string
	for _, f := range files {
		if f == old {
			f = now
		}
		if f != "" {
			all = append(all, f)
		}
	}
	return all
}

// mustRead checks that groff finds nothing to warn of in a manual page, and that it has
// every section.
func mustRead(t *testing.T, page string) {
	t.Helper()
	t.Run("manual", func(t *testing.T) {
		if _, err := exec.LookPath("groff"); err != nil {
			t.Skip("groff is not installed")
		}
		cmd := exec.Command("groff", "-man", "-ww", "-Tutf8", "-P-cbou", page)
		var warned strings.Builder
		cmd.Stderr = &warned
		out, err := cmd.Output()
		require.NoError(t, err)
		assert.Empty(t, warned.String())
		for _, section := range []string{"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXIT STATUS", "EXAMPLES"} {
			assert.Contains(t, string(out), "\n"+section+"\n")
		}
		assert.Contains(t, string(out), "-invert-float")
	})
}

// mustComplete checks that each shell that is installed reads its completions.
func mustComplete(t *testing.T, bash, zsh, fish string) {
	t.Helper()
	for shell, file := range map[string]string{"bash": bash, "zsh": zsh, "fish": fish} {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skip(shell + " is not installed")
			}
			out, err := exec.Command(shell, "-n", file).CombinedOutput()
			require.NoError(t, err, "%s", out)
			assert.Empty(t, string(out))
			if shell == "fish" {
				out, err := exec.Command(shell, "-c", `source $argv[1]; complete -C "llad check -po"; complete -C "llad -emit d"`, file).Output()
				require.NoError(t, err)
				assert.Regexp(t, `(?m)^-points\t`, string(out))
				assert.Regexp(t, `(?m)^derivatives\b`, string(out))
			}
		})
	}
}
