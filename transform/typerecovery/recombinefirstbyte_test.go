package typerecovery

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

// A struct whose first byte goes through a register is copied as one, if nothing could
// have changed either part meanwhile.
func TestRecombineFirstByte(t *testing.T) {
	for _, c := range []struct {
		between, before, size string
		want                  bool
	}{
		{"", "", "23", true},
		{"store i8 0, ptr %v", "", "23", false},
		{"", "store i8 0, ptr %out", "23", false},
		{"", "%w = load double, ptr %out", "23", false},
		{"%w = load double, ptr %out", "", "23", true},
		{"", "", "22", false},
	} {
		f := irtest.ReadFunc(t, `define void @f(ptr %v, ptr %out) {
  %rest = alloca [23 x i8], align 1
  %first = load i8, ptr %v, align 8
  `+c.between+`
  %from = getelementptr i8, ptr %v, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr %rest, ptr %from, i64 23, i1 false)
  store i8 %first, ptr %out, align 8
  `+c.before+`
  %to = getelementptr i8, ptr %out, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %rest, i64 `+c.size+`, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
`)
		assert.Equal(t, c.want, RecombineFirstByte(f), c.between+c.before+c.size)
		irtest.Check(t, f, "RecombineFirstByte")
		stores := 0
		for _, i := range f.Blocks[0].Instrs {
			if i.Op == ir.Store {
				stores++
			}
		}
		assert.Equal(t, c.want, stores == 0)
	}
}

// Two such structs in one block.
func TestRecombineFirstByteTwice(t *testing.T) {
	f := irtest.ReadFunc(t, `define void @f(ptr %v, ptr %out) {
  %rest = alloca [23 x i8], align 1
  %more = alloca [15 x i8], align 1
  %first = load i8, ptr %v, align 8
  %from = getelementptr i8, ptr %v, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr %rest, ptr %from, i64 23, i1 false)
  store i8 %first, ptr %out, align 8
  %to = getelementptr i8, ptr %out, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %rest, i64 23, i1 false)
  %w = getelementptr i8, ptr %v, i64 24
  %second = load i8, ptr %w, align 8
  %behind = getelementptr i8, ptr %v, i64 25
  call void @llvm.memcpy.p0.p0.i64(ptr %more, ptr %behind, i64 15, i1 false)
  %next = getelementptr i8, ptr %out, i64 24
  store i8 %second, ptr %next, align 8
  %after = getelementptr i8, ptr %out, i64 25
  call void @llvm.memcpy.p0.p0.i64(ptr %after, ptr %more, i64 15, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
`)
	assert.True(t, RecombineFirstByte(f))
	irtest.Check(t, f, "RecombineFirstByte")
	for _, i := range f.Blocks[0].Instrs {
		assert.False(t, i.Op == ir.Store)
	}
}
