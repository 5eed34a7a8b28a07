package canon

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

// What a copy overwrites before it is read splits no slot.
func TestOverwrittenByte(t *testing.T) {
	f := irtest.ReadFunc(t, `define double @f(ptr %v) {
  %place = alloca { double, double }, align 8
  store i8 0, ptr %place, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %place, ptr align 8 %v, i64 16, i1 false)
  %second = getelementptr i8, ptr %place, i64 8
  %r = load double, ptr %second, align 8
  ret double %r
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
`)
	assert.True(t, SROA(f))
	irtest.Check(t, f, "SROA")
	for _, i := range f.Blocks[0].Instrs {
		assert.False(t, i.Op == ir.Load && i.Typ == ir.I8 || i.Op == ir.Store && i.Arg(0).Type() == ir.I8)
	}
}
