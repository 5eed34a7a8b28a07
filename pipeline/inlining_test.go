package pipeline

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// Where callees do not fit into the inline budget and the derivative is refused for it, it is made with
// a larger one.
func TestRefusedWithoutBudget(t *testing.T) {
	tc, err := native.FindToolchain(19)
	require.NoError(t, err)
	program, err := native.ProgramPath("..", "cxx", "member_function_pointers.cpp")
	require.NoError(t, err)
	text, err := exec.Command(tc.Clang, "-x", "c++", "-std=c++17", "-O0", "-S", "-emit-llvm", program, "-o", "-").Output()
	require.NoError(t, err)
	for _, mode := range []Mode{Reverse, Forward} {
		for most, fits := range map[int]bool{200: false, 1200: true, InlineBudget: true} {
			m, err := ir.Read("words.ll", text)
			require.NoError(t, err)
			d := New(m)
			d.budget, d.Transport = most, TransportSettled
			before := len(m.FuncNames())
			_, err = d.Differentiate(Request{Func: "f", Mode: mode})
			if !fits {
				assert.ErrorContains(t, err, "L0105", "%v %d", mode, most)
				continue
			}
			require.NoError(t, err, "%v %d", mode, most)
			require.Greater(t, len(m.FuncNames()), before)
			_, err = ir.Read("derived.ll", m.Bytes())
			assert.NoError(t, err)
		}
	}
}
