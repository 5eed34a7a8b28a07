package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An interrupted run of the whole matrix goes on in the same tree, and starts anew in another.
func TestStateIsOfOneTree(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bin", "state")
	s := openState(path, "tree 1")
	o, _ := collected(t, oneRun)
	require.NoError(t, s.pass("e2e TestCxx", o, 12))

	again := openState(path, "tree 1")
	require.Contains(t, again.Done, "e2e TestCxx")
	kept := again.Done["e2e TestCxx"].outcome()
	assert.Equal(t, o.passed, kept.passed)
	assert.Equal(t, o.skips, kept.skips)
	assert.NotContains(t, again.Done, "e2e TestRust")

	assert.Empty(t, openState(path, "tree 2").Done)
}

func TestABrokenStateIsDropped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	require.NoError(t, os.WriteFile(path, []byte(`{"Tree": "tree 1", "Done": {"x"`), 0o644))
	assert.Empty(t, openState(path, "tree 1").Done)
}

func TestUnitsAreRunByName(t *testing.T) {
	u := unit{"github.com/llad-ad/llad/e2e", "TestCxx"}
	assert.Equal(t, "e2e TestCxx", u.String())
	assert.Equal(t, []string{"test", "-json", "-timeout", "1h", "-run", "^TestCxx$", u.pkg}, u.args("1h"))
	assert.Equal(t, []string{"test", "-json", "-timeout", "1h", "p"}, unit{pkg: "p"}.args("1h"))
}
