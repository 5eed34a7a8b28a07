package python

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

func TestParseShape(t *testing.T) {
	name, shape, err := ParseShape(" a = rows * 3")
	require.NoError(t, err)
	assert.Equal(t, "a", name)
	assert.Equal(t, Shape{"rows", "3"}, shape)
	for _, wrong := range []string{"x", "=n", "x=", "x=n*", "x=-1"} {
		_, _, err := ParseShape(wrong)
		assert.Error(t, err, wrong)
	}
}

// Functions are called as their authors call them, by names that Python takes.
func TestNames(t *testing.T) {
	for symbol, want := range map[string]string{
		"energy":                           "energy",
		"_ZN2ns6energyEPKdi":               "energy",
		"_Z3sumIdET_PKS0_i":                "sum",
		"_ZN1e6energy17h6eebd5c40714069fE": "energy",
		"_ZN12_GLOBAL__N_16energyEd":       "energy",
		"_ZN2nsmiEdd":                      "operator_",
		"__lambda":                         "lambda",
		"$odd.name":                        "odd_name",
		"3d":                               "a3d",
	} {
		assert.Equal(t, want, baseName(&ir.Function{Name: symbol}), symbol)
	}
	n := newNames(reserved)
	assert.Equal(t, "lambda_", n.unique("lambda"))
	assert.Equal(t, "lambda__", n.unique("lambda"))
}
