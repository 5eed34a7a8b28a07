package irtest

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// File holds a file that is made from something else against what it is made of; -update
// writes it.
func File(t *testing.T, path, want string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(want), 0o644))
		return
	}
	have, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, want, string(have), "%s is stale: go test -update writes it", path)
}
