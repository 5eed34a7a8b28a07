package irtest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// Read loads every function of a module.
func Read(t testing.TB, text []byte) (*ir.Module, []*ir.Function) {
	m, err := ir.Read("test.ll", text)
	require.NoError(t, err)
	var defs []*ir.Function
	for _, n := range m.FuncNames() {
		f := m.Func(n)
		require.NotNil(t, f, n)
		if f.IsDecl {
			continue
		}
		require.NoError(t, f.Load(), n)
		defs = append(defs, f)
	}
	return m, defs
}

// ReadFunc reads a module and gives its only definition.
func ReadFunc(t testing.TB, text string) *ir.Function {
	_, defs := Read(t, []byte(text))
	require.Len(t, defs, 1)
	return defs[0]
}

// Check verifies the structure of a function.
func Check(t testing.TB, f *ir.Function, after string) {
	if err := ir.Verify(f); err != nil {
		t.Fatalf("after %s: %v\n%s", after, err, f)
	}
}

// KeepsOutput runs a pass on the functions of a program and requires it to print what it printed before. It
// gives how often what the pass makes stands in each function; run reports whether it changed anything.
func KeepsOutput(t testing.TB, version string, text []byte, pass, makes string, run func(*ir.Function) bool) map[string]int {
	want := Execute(t, version, text)
	m, defs := Read(t, text)
	made := map[string]int{}
	for _, f := range defs {
		if run(f) {
			f.MarkChanged()
		}
		Check(t, f, pass)
		made[f.Name] = strings.Count(f.String(), makes)
	}
	out := m.Bytes()
	Accepted(t, version, out)
	require.Equal(t, want, Execute(t, version, out))
	return made
}

// Count is how many instructions of f have the operation.
func Count(f *ir.Function, op ir.Op) int {
	n := 0
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op == op {
				n++
			}
		}
	}
	return n
}

func Loaded(t *testing.T, text string) *ir.Function {
	t.Helper()
	m, err := ir.Read("test.ll", []byte(text))
	require.NoError(t, err)
	f := m.Func("f")
	require.NotNil(t, f)
	require.NoError(t, f.Load())
	return f
}
