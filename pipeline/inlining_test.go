package pipeline

import (
	"fmt"
	"os/exec"
	"strings"
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

// layered is a module of layers of functions, each of which calls two of the next layer. All that the
// first one calls, put into it, would have more than 2^layers times the instructions of one.
func layered(layers int) string {
	var b strings.Builder
	for k := range layers {
		for side := range 2 {
			fmt.Fprintf(&b, "define double @f%d.%d(double %%x) noinline {\n  %%v0 = fmul double %%x, %%x\n", k, side)
			for n := range 20 {
				fmt.Fprintf(&b, "  %%v%d = fadd double %%v%d, %%x\n", n+1, n)
			}
			result := "%v20"
			if k+1 < layers {
				fmt.Fprintf(&b, "  %%a = call double @f%d.0(double %%v20)\n  %%b = call double @f%d.1(double %%x)\n  %%s = fadd double %%a, %%b\n", k+1, k+1)
				result = "%s"
			}
			fmt.Fprintf(&b, "  ret double %s\n}\n", result)
		}
	}
	return b.String()
}

// Where not all callees fit into one function, what is written grows with the program, and not with the
// number of ways through its call graph.
func TestLayersOfCalls(t *testing.T) {
	text := layered(20)
	for mode, most := range map[Mode]int{Reverse: 12, Forward: 8} {
		m, err := ir.Read("layers.ll", []byte(text))
		require.NoError(t, err)
		_, err = New(m).Differentiate(Request{Func: "f0.0", Mode: mode})
		require.NoError(t, err)
		assert.Less(t, len(m.Bytes()), most*len(text), "%v", mode)
	}
}
