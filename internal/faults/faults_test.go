package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A fault whose text has changed would be tried in vain.
func TestFaultsCanBePutIn(t *testing.T) {
	for _, f := range faults {
		data, err := os.ReadFile(filepath.Join("..", "..", f.file))
		require.NoError(t, err)
		assert.Equal(t, 1, strings.Count(string(data), f.old), "%s in %s", f.name, f.file)
		assert.NotEqual(t, f.old, f.new, f.name)
	}
}

func TestTheFirstFailureIsNamed(t *testing.T) {
	events := `{"Action":"pass","Package":"p","Test":"A"}
{"Action":"output","Package":"p","Test":"B","Output":"fail\n"}
{"Action":"fail","Package":"p","Test":"B"}
{"Action":"fail","Package":"p","Test":"C"}
`
	assert.Equal(t, "p B", failed(strings.NewReader(events)))
	assert.Empty(t, failed(strings.NewReader(events[:47])))
}

// What does not compile is no fault that tests could find; what does is tried.
func TestTreesAreCompiled(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	write("go.mod", "module tried\n")
	write("main.go", "package main\n\nfunc main() {}\n")
	require.NoError(t, build(dir))
	write("main.go", "package main\n\nfunc main() { missing() }\n")
	require.ErrorContains(t, build(dir), "it does not compile")
}
