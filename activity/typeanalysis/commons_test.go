package typeanalysis_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An access of an array in a common block stays in front of what stands behind it where its tag says
// so, and only of the block that the tag names.
func TestCommonBlocks(t *testing.T) {
	const block = `
@blk_ = common global [96 x i8] zeroinitializer, align 8
define double @f(ptr %x, i64 %n) {
  %v = load double, ptr %x, align 8
  %e = getelementptr double, ptr @blk_, i64 %n
  store double %v, ptr %e, align 8, !tbaa !1
  %h = getelementptr i8, ptr @blk_, i64 68
  store double %v, ptr %h, align 4
  %r = load double, ptr %e, align 8, !tbaa !1
  %w = load double, ptr %h, align 4
  %s = fadd double %r, %w
  ret double %s
}
!1 = !{!2, !2, i64 0}
!2 = !{!"global data/blk_/bytes_0_to_63", !3, i64 0}
!3 = !{!"root"}`
	v := decide(t, block, nil)
	assert.False(t, v.Unknown)
	assert.Empty(t, v.Conflicts)
	for _, other := range []string{"global data/blk_/bytes_0_to_79", "global data/other_/bytes_0_to_63", "global data/blk_"} {
		v := decide(t, strings.Replace(block, "global data/blk_/bytes_0_to_63", other, 1), nil)
		require.NotEmpty(t, v.Conflicts, other)
		assert.Contains(t, v.Conflicts[0].What, "in the same bytes")
	}
}
