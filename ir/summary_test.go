package ir

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A summary describes the module that was read: it is kept with that, byte for byte, and dropped from another.
func TestSummary(t *testing.T) {
	const module = `declare void @g()

define void @f() {
  ret void
}

^0 = module: (path: "[Regular LTO]", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external), insts: 1))) ; guid = 7
^2 = blockcount: 0
`
	read := func() *Module {
		m, err := Read("f.ll", []byte(module))
		require.NoError(t, err)
		return m
	}
	assert.Equal(t, module, string(read().Bytes()))
	for name, edit := range map[string]func(*Module){
		"added":   func(m *Module) { m.Func("f").Clone("copy") },
		"removed": func(m *Module) { m.Remove(m.Func("g")) },
		"changed": func(m *Module) {
			require.NoError(t, m.Func("f").Load())
			m.Func("f").MarkChanged()
		},
	} {
		m := read()
		edit(m)
		assert.False(t, strings.Contains(string(m.Bytes()), "^"), name)
	}
}
