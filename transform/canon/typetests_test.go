package canon

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

// Comparisons of what tells types apart are constants, and what only the other type
// would reach goes; what other code may have written is compared as before.
func TestFoldTypeTests(t *testing.T) {
	const text = `
@float = private unnamed_addr constant <{ ptr, ptr }> <{ ptr inttoptr (i64 794668071241239420 to ptr), ptr inttoptr (i64 -4297518438299490226 to ptr) }>, align 8
@double = private unnamed_addr constant <{ ptr, ptr }> <{ ptr inttoptr (i64 794668071241239420 to ptr), ptr inttoptr (i64 7 to ptr) }>, align 8
define i32 @f(ptr %p) personality ptr @p {
  %a = alloca [16 x i8], align 8
  %b = alloca [16 x i8], align 8
  call void @of(ptr sret([16 x i8]) align 8 %a)
  call void @FILL(ptr sret([16 x i8]) align 8 %b)
  OTHER
  %same = invoke zeroext i1 @eq(ptr align 8 %a, ptr align 8 %b) to label %next unwind label %pad
next:
  br i1 %same, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define internal void @of(ptr sret([16 x i8]) align 8 %r) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %r, ptr align 8 @float, i64 16, i1 false)
  ret void
}
define internal void @other(ptr sret([16 x i8]) align 8 %r) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %r, ptr align 8 @double, i64 16, i1 false)
  ret void
}
define internal zeroext i1 @eq(ptr align 8 %a, ptr align 8 %b) {
  %a.dbg.spill = alloca [8 x i8], align 8
  %x = alloca [16 x i8], align 8
  %y = alloca [16 x i8], align 8
  store ptr %a, ptr %a.dbg.spill, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %x, ptr align 8 %a, i64 16, i1 false)
  %v = load i128, ptr %x, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %y, ptr align 8 %b, i64 16, i1 false)
  %w = load i128, ptr %y, align 8
  %r = icmp eq i128 %v, %w
  ret i1 %r
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @p(...)
`
	for _, c := range []struct {
		fill, other string
		want        int64 // 0: not known
	}{
		{"of", "", 1},
		{"other", "", 2},
		{"other", "store ptr %a, ptr %p", 0},
		{"other", "store i64 3, ptr %b", 0},
	} {
		_, defs := irtest.Read(t, []byte(strings.NewReplacer("FILL", c.fill, "OTHER", c.other).Replace(text)))
		f := defs[0]
		assert.Equal(t, c.want != 0, FoldTypeTests(f), c)
		irtest.Check(t, f, "FoldTypeTests")
		if c.want == 0 {
			continue
		}
		n, ok := ir.IntValue(f.Blocks[len(f.Blocks)-1].Term().Arg(0))
		assert.True(t, ok && n == c.want && len(f.Blocks) == 1, c)
	}
}
