package llirconv

import (
	"bytes"
	"os/exec"
	"testing"

	"github.com/llir/llvm/asm"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// Second opinion: what llir reads of a typed module and prints again, read by
// package ir, is what package ir reads itself, instruction by instruction. Where
// llir cannot read the text or alters a constant, To must say so.
func TestSecondOpinion(t *testing.T) {
	tc, err := native.FindToolchain(14)
	require.NoError(t, err)
	files, err := native.Programs("../..", "c", ".c")
	require.NoError(t, err)
	agreed, unread := 0, 0
	for n, file := range files {
		if n%3 != 0 {
			continue
		}
		for _, level := range []string{[]string{"-O0", "-O2"}[n%2]} {
			src, err := exec.Command(tc.Clang, level, "-S", "-emit-llvm", "-o", "-", file).Output()
			require.NoError(t, err, "%s", file)
			mod, err := ir.Read(file, src)
			require.NoError(t, err)
			require.True(t, mod.Typed)
			if _, err := asm.ParseBytes(file, src); err != nil {
				unread++
				continue
			}
			if bytes.Contains(src, []byte("double 0xFFFFFFFFFFFFFFFF")) { // a NaN whose bits llir does not keep
				_, err := To(mod)
				assert.ErrorContains(t, err, "as something else")
				continue
			}
			if _, err := To(mod); assert.NoError(t, err, "%s %s", file, level) {
				agreed++
			}
		}
	}
	t.Logf("%d modules agree, llir does not read %d", agreed, unread)
	assert.Greater(t, agreed, 20)
}
