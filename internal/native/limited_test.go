package native

import (
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A command ends in one of four ways, and each is told from the others.
func TestLimited(t *testing.T) {
	sh := func(script string) Ended {
		e, err := Limited(time.Second, t.TempDir(), "sh", "-c", script)
		require.NoError(t, err)
		return e
	}
	e := sh("echo out; echo err >&2")
	require.True(t, e.OK())
	require.Equal(t, "out\nerr\n", e.Stdout+e.Stderr)
	e = sh("exit 3")
	require.Equal(t, Ended{Code: 3}, e)
	e = sh("kill -SEGV $$")
	require.Equal(t, Ended{Code: -1, Signal: syscall.SIGSEGV}, e)
	require.True(t, sh("while :; do :; done").Slow)
	_, err := Limited(time.Second, t.TempDir(), "no-such-command")
	require.Error(t, err)
}

// Programs are found in whatever folder, and what has no function to
// differentiate is none.
func TestFindPrograms(t *testing.T) {
	dir := t.TempDir()
	write := func(path, text string) {
		path = filepath.Join(dir, path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	write("loops/b.c", "// llad: func f double\n")
	write("a.rs", "// llad: func f double\n")
	write("loops/header.h", "// llad: func f double\n")
	write("markers/m.cpp", "int main() {}\n")
	list, err := FindPrograms(regexp.MustCompile(""), dir)
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, "a", list[0].Name)
	require.Equal(t, "b", list[1].Name)
	list, err = FindPrograms(regexp.MustCompile("^b$"), dir)
	require.NoError(t, err)
	require.Len(t, list, 1)
	write("more/b.cpp", "// llad: func f double\n")
	_, err = FindPrograms(regexp.MustCompile(""), dir)
	require.ErrorContains(t, err, "programs of one name")
}
