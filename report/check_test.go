package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/pipeline"
)

const product = `
define double @product(double %x, double %y) {
  %r = fmul double %x, %y
  ret double %r
}
`

func TestCheckFindsWrongDerivatives(t *testing.T) {
	m, err := ir.Read("test.ll", []byte(product))
	require.NoError(t, err)
	d := pipeline.New(m)
	rev, err := d.Differentiate(pipeline.Request{})
	require.NoError(t, err)
	fwd, err := d.Differentiate(pipeline.Request{Mode: pipeline.Forward})
	require.NoError(t, err)
	// Spoil the first product with the seed.
	changed := false
	for _, i := range rev.Func.Entry().Instrs {
		if i.Op == ir.FMul && i.Arg(1) == ir.Value(rev.Func.Params[4]) {
			i.SetArg(1, ir.NewFloat(ir.Double, 1.001))
			changed = true
		}
	}
	require.True(t, changed)
	o := &CheckOptions{Points: 1}
	o.defaults()
	r, err := newRig(m, rev, fwd, o)
	require.NoError(t, err)
	c := newChecker(r, o)
	require.NoError(t, c.point(1))
	assert.False(t, c.report.OK())
	for _, row := range c.report.Rows {
		onlyForward := strings.Contains(row.Test, "forward") && !strings.Contains(row.Test, "reverse")
		primal := strings.Contains(row.Test, "equals the original")
		assert.Equal(t, onlyForward || primal, row.OK, "%s", row.Test)
	}
}
