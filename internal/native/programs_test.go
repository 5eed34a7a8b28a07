package native

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func write(t *testing.T, root string, paths ...string) {
	t.Helper()
	for _, path := range paths {
		path = filepath.Join(root, path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, nil, 0o644))
	}
}

// Programs are listed in order of their names, whatever their folders are, and found by them.
func TestPrograms(t *testing.T) {
	root := t.TempDir()
	write(t, root, "testdata/c/loops/b.c", "testdata/c/memory/deep/a.c", "testdata/c/memory/c.c", "testdata/c/loops/a.cpp", "testdata/rust/a.rs")
	paths, err := Programs(root, "c", ".c")
	require.NoError(t, err)
	for k, want := range []string{"testdata/c/memory/deep/a.c", "testdata/c/loops/b.c", "testdata/c/memory/c.c"} {
		assert.Equal(t, filepath.Join(root, want), paths[k])
	}
	assert.Len(t, paths, 3)
	path, err := ProgramPath(root, "c", "c.c")
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(root, "testdata/c/memory/c.c"), path)
	_, err = ProgramPath(root, "c", "d.c")
	assert.ErrorContains(t, err, "no program d.c")
	_, err = Programs(root, "cxx", ".cpp")
	assert.Error(t, err)
	write(t, root, "testdata/c/memory/b.c")
	_, err = Programs(root, "c", ".c")
	assert.ErrorContains(t, err, "two programs of one name")
}

// No name of a program stands for two programs of a language, and each says on
// its first line what it is there for.
func TestProgramNames(t *testing.T) {
	for _, ext := range []string{".c", ".cpp", ".rs"} {
		names := map[string]string{}
		for _, dir := range []string{"c", "cxx", "rust", "markers", "special"} {
			paths, err := Programs("../..", dir, ext)
			require.NoError(t, err)
			for _, path := range paths {
				name := filepath.Base(path)
				assert.Empty(t, names[name], "%s has the name of another program", path)
				names[name] = path
				source, err := os.ReadFile(path)
				require.NoError(t, err)
				comment, ok := strings.CutPrefix(string(source), "// ")
				assert.True(t, ok && !strings.HasPrefix(comment, "llad:"), "%s: no comment on the first line", path)
			}
		}
		assert.NotEmpty(t, names, ext)
	}
}
