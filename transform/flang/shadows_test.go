package flang

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
)

const described = `
define i64 @f(ptr %x) {
	USE
	%n = load i64, ptr %at, align 8, !tbaa !0
	ret i64 %n
}
define void @derivative(ptr %x, ptr %d_x) {
	ret void
}
define void @try(i64 %extent, i64 %stride, i64 %d_extent, i64 %d_stride) {
	%x = alloca { ptr, i64, i32, i8, i8, i8, i8, [1 x [3 x i64]] }
	%d = alloca { ptr, i64, i32, i8, i8, i8, i8, [1 x [3 x i64]] }
	store ptr %x, ptr %x
	%x.extent = getelementptr i8, ptr %x, i64 32
	store i64 %extent, ptr %x.extent
	%x.stride = getelementptr i8, ptr %x, i64 40
	store i64 %stride, ptr %x.stride
	%d.extent = getelementptr i8, ptr %d, i64 32
	store i64 %d_extent, ptr %d.extent
	%d.stride = getelementptr i8, ptr %d, i64 40
	store i64 %d_stride, ptr %d.stride
	call void @derivative(ptr %x, ptr %d)
	ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"descriptor member", !2, i64 0}
!2 = !{!"Flang function root f"}
!3 = !{!"long", !2, i64 0}
`

// A parameter is a descriptor where its type says so, or the tags of the loads from it; the shadow of
// one has to have its shape and its strides.
func TestShadowsHaveTheShape(t *testing.T) {
	const typ = "%at = getelementptr { ptr, i64, i32, i8, i8, i8, i8, [1 x [3 x i64]] }, ptr %x, i32 0, i32 7, i64 0, i32 2"
	for _, use := range []string{typ, "%at = getelementptr i8, ptr %x, i64 40"} {
		m, defs := irtest.Read(t, []byte(strings.Replace(described, "USE", use, 1)))
		d := defs[1]
		CheckShadows(defs[0].Params[0], d.Params[0], d.Params[1])
		require.NoError(t, ir.Verify(d))
		require.Equal(t, ownPrefix+"shadow.r1", d.Blocks[0].Instrs[0].CalledName())
		machine, err := interp.New(m, interp.Options{})
		require.NoError(t, err)
		try := func(n ...int64) error {
			args := make([]interp.Value, len(n))
			for k := range n {
				args[k] = interp.I64(n[k])
			}
			_, err := machine.Call("try", args...)
			return err
		}
		assert.NoError(t, try(3, 16, 3, 16))
		assert.NoError(t, try(1, 16, 1, 8), "of one element the stride is not used")
		assert.Error(t, try(3, 16, 3, 8))
		assert.Error(t, try(3, 8, 2, 8))
	}
	text := strings.Replace(strings.Replace(described, "USE", "%at = getelementptr i8, ptr %x, i64 40", 1), "!0 = !{!1, !1,", "!0 = !{!3, !3,", 1)
	_, defs := irtest.Read(t, []byte(text))
	CheckShadows(defs[0].Params[0], defs[1].Params[0], defs[1].Params[1])
	assert.Len(t, defs[1].Blocks[0].Instrs, 1, "a struct of C is none")
}
