package markers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

func TestSourceParts(t *testing.T) {
	for _, c := range []struct {
		symbol string
		params string // a letter for each parameter in IR: a pointer, a double
		want   []int
	}{
		{"_Z3magSt7complexIdEd", "ddd", []int{2, 1}},
		{"_Z3mulSt7complexIdES0_", "dddd", []int{2, 2}},
		{"_Z3magSt7complexIdEd", "pd", nil},          // in memory
		{"_Z4both4Pair6Triple", "ddddd", nil},        // which of them has three is not known
		{"_Z4bothPKd4Paird", "pddd", []int{1, 2, 1}}, // an array, a struct, a number
		{"mag", "ddd", nil},                          // C
		{"_ZNK5Model6energyE4Pair", "pdd", nil},      // the first is the object
		{"_Z6energy5Empty", "", nil},
	} {
		var params []*ir.Param
		for _, letter := range c.params {
			typ := ir.Double
			if letter == 'p' {
				typ = (&ir.Module{}).Ptr()
			}
			params = append(params, &ir.Param{Typ: typ})
		}
		require.Equal(t, c.want, sourceParts(c.symbol, params), "%s %s", c.symbol, c.params)
	}
}
