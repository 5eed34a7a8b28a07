package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Messages name functions as the program does, hints as the command line wants them.
func TestDiagnosticsSpellNames(t *testing.T) {
	d := &Diagnostic{Code: "L0104", Message: "call to '_ZN3geo3extEd' has no body", Causes: []string{"call of _Znwm at line 8"}, Hint: "name one: f, _Z1gdd"}
	require.Equal(t, "error[L0104]: call to 'geo::ext' has no body\n  because: call of operator new at line 8\n  help: name one: f, _Z1gdd", d.Error())
	d = &Diagnostic{Code: "L0104", Message: "the symbol _Zebra and malloc stay"}
	require.Equal(t, "error[L0104]: the symbol _Zebra and malloc stay", d.Error())
}
