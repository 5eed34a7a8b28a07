package interp

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestErfcx(t *testing.T) {
	for x, want := range map[float64]float64{
		0: 1, 1: 0.427583576155807, -2: 108.940904389977972, 1e8: 1e-8 / math.SqrtPi,
	} {
		assert.InEpsilon(t, want, erfcx(x), 1e-14, "at %g", x)
	}
	assert.True(t, math.IsInf(erfcx(-30), 1))
	assert.Zero(t, erfcx(math.Inf(1)))
	// Both formulas where one takes over.
	assert.InEpsilon(t, erfcx(25)*25, erfcx(math.Nextafter(25, 26))*25, 1e-13)
	assert.True(t, math.IsNaN(erfcx(math.NaN())))
}
