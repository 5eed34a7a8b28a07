package canon

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// What only copies touch behind a number of four bytes is split where its words begin.
func TestSplitAtWords(t *testing.T) {
	f := irtest.ReadFunc(t, `define void @f(i32 %key, ptr %rest, ptr %out) {
  %pair = alloca [56 x i8], align 8
  store i32 %key, ptr %pair, align 8
  %value = getelementptr i8, ptr %pair, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %value, ptr align 8 %rest, i64 48, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %out, ptr align 8 %pair, i64 56, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
`)
	assert.True(t, SROA(f))
	irtest.Check(t, f, "SROA")
	var sizes []int64
	for _, i := range f.Blocks[0].Instrs {
		if i.Op == ir.Call && edit.SetsOrCopies(i) {
			n, _ := ir.IntValue(i.Arg(2))
			sizes = append(sizes, n)
		}
	}
	assert.Equal(t, []int64{48, 4, 48}, sizes)
}
