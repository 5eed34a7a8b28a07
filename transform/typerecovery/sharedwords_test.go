package typerecovery

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

// What a program with unions moves as a double or as an address is moved as an integer where
// nothing says which it is; what computes with it goes on with what was loaded.
func TestSharedWords(t *testing.T) {
	const tags = `
!0 = !{!1, !1, i64 0}
!1 = !{!"omnipotent char", !2, i64 0}
!2 = !{!"Simple C++ TBAA"}
!3 = !{!4, !4, i64 0}
!4 = !{!"double", !1, i64 0}
`
	const union = "%union.U = type { ptr }\n"
	for _, c := range []struct {
		name, body string
		moved      int // stores of integers
	}{
		{"moved", union + `define double @f(ptr %x, ptr %y) {
  %v = load double, ptr %x
  store double %v, ptr %y
  ret double %v
}`, 1},
		{"chosen", union + `define void @f(ptr %x, ptr %y, i1 %c) {
  %v = load ptr, ptr %x
  %w = select i1 %c, ptr %v, ptr null
  store ptr %w, ptr %y, !tbaa !0
  ret void
}`, 1},
		{"declared", union + `define void @f(ptr %x, ptr %y) {
  %v = load double, ptr %x, !tbaa !3
  store double %v, ptr %y, !tbaa !3
  ret void
}`, 0},
		{"contradicted", union + `define void @f(ptr %x, ptr %y) {
  %v = load ptr, ptr %x, !tbaa !3
  store ptr %v, ptr %y, !tbaa !3
  ret void
}`, 1},
		{"computed", union + `define void @f(ptr %x, ptr %y) {
  %v = load double, ptr %x
  %w = fadd double %v, %v
  store double %w, ptr %y
  ret void
}`, 0},
		{"address in a float", union + `define i64 @f(ptr %x, ptr %y, i1 %c) {
entry:
  %a = load double, ptr %x
  br i1 %c, label %other, label %end
other:
  %p = ptrtoint ptr %y to i64
  %b = bitcast i64 %p to double
  br label %end
end:
  %w = phi double [ %a, %entry ], [ %b, %other ]
  %r = bitcast double %w to i64
  store i64 %r, ptr %y
  ret i64 %r
}`, 1},
		{"no unions", `define void @f(ptr %x, ptr %y) {
  %v = load double, ptr %x
  store double %v, ptr %y
  ret void
}`, 0},
		{"accessed as members", `define double @f(ptr %x, ptr %y) {
  %p = load ptr, ptr %x, align 8, !tbaa !0
  %d = load double, ptr %x, align 8, !tbaa !0
  %v = load double, ptr %p
  store double %v, ptr %y
  ret double %d
}`, 1},
	} {
		f := irtest.ReadFunc(t, c.body+"\n"+tags)
		assert.Equal(t, c.moved > 0, SharedWords(f), c.name)
		irtest.Check(t, f, "SharedWords")
		n := 0
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if i.Op == ir.Store && i.Arg(0).Type() == ir.I64 {
					n++
					src := i.Arg(0).(*ir.Instr)
					assert.NotEqual(t, ir.BitCast, src.Op, c.name)
				}
			}
		}
		assert.Equal(t, c.moved, n, c.name)
	}
}
