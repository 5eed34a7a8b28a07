package irtest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

var update = flag.Bool("update", false, "rewrite what is made: expectations in testdata/ll, documents")

// Golden runs, for each file in testdata/ll, the passes that its first line names
// on its last function, and compares the result with the comment at its end. passes
// gives each pass by its name.
func Golden(t *testing.T, passes map[string]func(*ir.Function) bool) {
	files, err := filepath.Glob("testdata/ll/*.ll")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { golden(t, file, passes) })
	}
}

func golden(t *testing.T, file string, passes map[string]func(*ir.Function) bool) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	in, want, _ := strings.Cut(string(text), "; want:\n")
	first, _, _ := strings.Cut(in, "\n")
	m, defs := Read(t, []byte(in))
	f := defs[len(defs)-1]
	Check(t, f, "reading")
	f.MarkChanged()
	for _, name := range strings.Fields(strings.TrimPrefix(first, "; pass:")) {
		require.Contains(t, passes, name)
		passes[name](f)
		Check(t, f, name)
	}
	version := "19"
	if m.Typed {
		version = "14"
	}
	Accepted(t, version, m.Bytes())
	var got strings.Builder
	for _, l := range strings.Split(strings.TrimRight(f.String(), "\n"), "\n") {
		got.WriteString(strings.TrimRight("; "+l, " ") + "\n")
	}
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(in+"; want:\n"+got.String()), 0o644))
		return
	}
	require.Equal(t, want, got.String())
}
