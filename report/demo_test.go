package report

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
)

// The IR of the demo is what clang 19 makes of its source.
func TestDemoIsFresh(t *testing.T) {
	tc, err := native.FindToolchain(19)
	require.NoError(t, err)
	cmd := exec.Command(tc.Clang, "-O1", "-S", "-emit-llvm", "chain.c", "-o", "-")
	cmd.Dir = "demo"
	out, err := cmd.Output()
	require.NoError(t, err)
	body := func(s string) string { // without the lines that name the compiler's build
		var keep []string
		for _, line := range strings.Split(s, "\n") {
			if !strings.HasPrefix(line, "!") && !strings.HasPrefix(line, "attributes") {
				keep = append(keep, line)
			}
		}
		return strings.Join(keep, "\n")
	}
	assert.Equal(t, body(string(demoFile("chain.ll"))), body(string(out)), "run go generate")
}
