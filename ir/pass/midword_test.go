package pass

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/llad-ad/llad/ir"
)

// A local moves where its words are known to begin behind four bytes.
func TestMidWord(t *testing.T) {
	for _, c := range []struct {
		size, at string
		want     bool
	}{
		{"68 x i8", "4", true},
		{"17 x i32", "4", true},
		{"68 x i8", "0", false}, // its words begin with it
		{"64 x i8", "4", false}, // ends in the middle of a word as well
	} {
		f := readFunc(t, `define void @f(ptr %v) {
  %part = alloca [`+c.size+`], align 4
  call void @llvm.lifetime.start.p0(ptr %part)
  %words = getelementptr i8, ptr %part, i64 `+c.at+`
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %words, ptr align 8 %v, i64 56, i1 false)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
`)
		assert.Equal(t, c.want, MidWord(f), c.size+" "+c.at)
		check(t, f, "MidWord")
		assert.Equal(t, c.want, f.Blocks[0].Instrs[0].Align == 8)
		assert.Equal(t, ir.Alloca, f.Blocks[0].Instrs[0].Op)
	}
}

// What only copies touch behind a number of four bytes is split where its words begin.
func TestSplitAtWords(t *testing.T) {
	f := readFunc(t, `define void @f(i32 %key, ptr %rest, ptr %out) {
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
	check(t, f, "SROA")
	var sizes []int64
	for _, i := range f.Blocks[0].Instrs {
		if i.Op == ir.Call && memoryIntrinsic(i) {
			n, _ := ir.IntValue(i.Arg(2))
			sizes = append(sizes, n)
		}
	}
	assert.Equal(t, []int64{48, 4, 48}, sizes)
}
