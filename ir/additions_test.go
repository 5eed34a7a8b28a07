package ir_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// What was added is put aside, others come in its place under the same names, and it is put back.
func TestAdditionsArePutAside(t *testing.T) {
	m, err := ir.Read("f.ll", []byte("declare double @f(double)\n@g = global double 0.0\n"))
	require.NoError(t, err)
	f := m.Func("f")
	none := ir.AdditionsOf(m)
	one, v := m.AddFunc(m.FreshSymbol("f"), m.FuncType(ir.Void)), m.AddGlobal("v", "internal", "global", ir.Double, ir.Zero(ir.Double))
	first := ir.AdditionsOf(m)
	none.Restore(m)
	assert.Nil(t, m.Func("f.1"))
	assert.Nil(t, m.Global("v"))
	assert.Equal(t, []string{"f"}, m.FuncNames())
	other := m.AddFunc(m.FreshSymbol("f"), m.FuncType(ir.Void))
	assert.Equal(t, "f.1", other.Name)
	first.Restore(m)
	assert.Same(t, one, m.Func("f.1"))
	assert.Same(t, v, m.Global("v"))
	assert.Same(t, f, m.Func("f"), "functions of the text stay")
	assert.NotNil(t, m.Global("g"))
}
