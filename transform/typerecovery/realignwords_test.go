package typerecovery

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

// A local moves where its words are known to begin behind four bytes.
func TestRealignWords(t *testing.T) {
	for _, c := range []struct {
		size, at string
		want     bool
	}{
		{"68 x i8", "4", true},
		{"17 x i32", "4", true},
		{"68 x i8", "0", false}, // its words begin with it
		{"64 x i8", "4", false}, // ends in the middle of a word as well
	} {
		f := irtest.ReadFunc(t, `define void @f(ptr %v) {
  %part = alloca [`+c.size+`], align 4
  call void @llvm.lifetime.start.p0(ptr %part)
  %words = getelementptr i8, ptr %part, i64 `+c.at+`
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %words, ptr align 8 %v, i64 56, i1 false)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
`)
		assert.Equal(t, c.want, RealignWords(f), c.size+" "+c.at)
		irtest.Check(t, f, "RealignWords")
		assert.Equal(t, c.want, f.Blocks[0].Instrs[0].Align == 8)
		assert.Equal(t, ir.Alloca, f.Blocks[0].Instrs[0].Op)
	}
}
