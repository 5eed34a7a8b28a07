package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// What is stated of a function is held against its parameters, and has to be linear in d.
func TestStatedRules(t *testing.T) {
	m, err := ir.Read("test.ll", []byte("declare double @f(double, double)\ndeclare float @g(float, i32)\n"+
		"declare double @p(ptr)\ndeclare double @mixed(double, float)\ndeclare void @none(double)\n"))
	require.NoError(t, err)
	for _, c := range []struct{ f, partials, wrong string }{
		{"f", "y*d; x*d", ""},
		{"f", "x < y ? d/x : -d*2; 0", ""},
		{"f", "sin(x)*(d + 2*d); -r*d", ""},
		{"g", "exp(x)*d; 0", ""},
		{"f", "y*d", "1 partials"},
		{"f", "d*d; 0", "not linear"},
		{"f", "x; 0", "not linear"},
		{"f", "x/d; 0", "not linear"},
		{"f", "d + 1; 0", "not linear"},
		{"f", "sin(d); 0", "not linear"},
		{"f", "d < 1 ? d : 0; 0", "not linear"},
		{"f", "z*d; 0", "names a parameter"},
		{"f", "r0*d; 0", "further result"},
		{"f", "y*; 0", "at"},
		{"p", "d", "parameter 0"},
		{"mixed", "d; 0", "parameter 1"},
		{"none", "d", "no float"},
	} {
		g, err := Stated(m.Func(c.f), c.partials)
		if c.wrong == "" {
			require.NoError(t, err, c.partials)
			assert.Equal(t, Math, g.Known.Class)
			continue
		}
		assert.ErrorContains(t, err, c.wrong, "%s: %s", c.f, c.partials)
	}
}
