package e2e

import (
	"crypto/sha256"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// outputs is the file that LLAD_OUTPUTS names: with it, the tests that check a
// program's derivatives build and run nothing, but append what llad gave, as a hash
// or as its message. A change that should change no derivative leaves the sorted
// file as it was.
var outputs = struct {
	sync.Mutex
	path string
}{path: os.Getenv("LLAD_OUTPUTS")}

// recordOutput notes what came of differentiating a module. It reports whether that
// is all that is asked for.
func recordOutput(t *testing.T, out []byte, err error) bool {
	t.Helper()
	if outputs.path == "" {
		return false
	}
	what := fmt.Sprintf("%x", sha256.Sum256(out))
	if err != nil {
		what = fmt.Sprintf("%q", err.Error())
	}
	outputs.Lock()
	defer outputs.Unlock()
	f, ferr := os.OpenFile(outputs.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	require.NoError(t, ferr)
	_, ferr = fmt.Fprintf(f, "%s %s\n", t.Name(), what)
	require.NoError(t, ferr)
	require.NoError(t, f.Close())
	return true
}
