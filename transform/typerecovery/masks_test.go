package typerecovery

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
)

// Integers that are wider than any float are no masks of one.
func TestMasksOfWideIntegers(t *testing.T) {
	_, defs := irtest.Read(t, []byte(`
define i128 @f(i128 %a, i128 %b) {
  %n = xor i128 %a, -1
  %r = and i128 %n, %b
  ret i128 %r
}
`))
	require.False(t, FloatBits(defs[0]))
	irtest.Check(t, defs[0], "FloatBits")
}
