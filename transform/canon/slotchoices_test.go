package canon_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform"
)

// A load from one of two slots, chosen by a reference, is a choice between values.
func TestSlotChoices(t *testing.T) {
	f := irtest.Loaded(t, `
define double @f(double %a, double %b) {
entry:
  %s = alloca double
  %t = alloca double
  store double %a, ptr %s
  store double %b, ptr %t
  %c = fcmp olt double %a, %b
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %p = phi ptr [ %s, %left ], [ %t, %entry ]
  %v = load double, ptr %p
  ret double %v
}
`)
	transform.Normalize(f, transform.Tangent)
	assert.NoError(t, ir.Verify(f))
	assert.Zero(t, irtest.Count(f, ir.Alloca))
	assert.Zero(t, irtest.Count(f, ir.Load))
}
