package e2e

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// copiedRecord copies a record of the caller's that has a number and a float in one word, of which nothing but the
// alias metadata of the copy tells.
const copiedRecord = `define double @f(ptr %s, ptr %x) {
  %t = getelementptr inbounds i8, ptr %s, i64 40
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %t, ptr align 8 %s, i64 40, i1 false), !tbaa.struct !5
  %v = load double, ptr %x, align 8, !tbaa !4
  %r = fmul double %v, %v
  ret double %r
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
!0 = !{!"double", !3, i64 0}
!1 = !{!"int", !3, i64 0}
!2 = !{!"float", !3, i64 0}
!3 = !{!"omnipotent char", !6, i64 0}
!4 = !{!0, !0, i64 0}
!5 = !{i64 0, i64 8, !4, i64 8, i64 4, !7, i64 12, i64 4, !8, i64 16, i64 24, !REST}
!6 = !{!"Simple C/C++ TBAA"}
!7 = !{!1, !1, i64 0}
!8 = !{!2, !2, i64 0}
!9 = !{!3, !3, i64 0}
`

// The members that alias metadata lists are what is copied, in every transport. An array of which it does not say what
// it holds is no array of doubles where there are floats of 32 bits as well.
func TestCopiedMembers(t *testing.T) {
	run := func(rest string, way llad.Transport) ([]float64, []float32, error) {
		m, err := ir.Read("record.ll", []byte(strings.Replace(copiedRecord, "!REST", rest, 1)))
		require.NoError(t, err)
		d := llad.New(m)
		d.Transport = way
		_, err = d.Differentiate(llad.Request{Func: "f", Mode: llad.Reverse})
		require.NoError(t, err)
		m, err = ir.Read("record.ll", m.Bytes())
		require.NoError(t, err)
		machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
		require.NoError(t, err)
		record := []float64{1.5, 0, 2, 3, 4, 1, 0, 1, 1, 1}
		s, err := machine.NewFloat64s(record)
		require.NoError(t, err)
		require.NoError(t, machine.WriteFloat32s(s+12, []float32{0.5}))
		x, err := machine.NewFloat64s([]float64{3})
		require.NoError(t, err)
		ds, err := machine.NewFloat64s([]float64{1, 0, 3, 0, 0, 10, 0, 30, 0, 0})
		require.NoError(t, err)
		require.NoError(t, machine.WriteFloat32s(ds+12, []float32{2}))
		require.NoError(t, machine.WriteFloat32s(ds+52, []float32{20}))
		dx, err := machine.NewFloat64s([]float64{0})
		require.NoError(t, err)
		if _, err := machine.Call("f_grad", interp.Pointer(s), interp.Pointer(ds), interp.Pointer(x), interp.Pointer(dx), interp.F64(1)); err != nil {
			return nil, nil, err
		}
		wide, err := machine.ReadFloat64s(ds, 10)
		require.NoError(t, err)
		low, err := machine.ReadFloat32s(ds+8, 2)
		require.NoError(t, err)
		high, err := machine.ReadFloat32s(ds+48, 2)
		require.NoError(t, err)
		return wide, append(low, high...), nil
	}
	for _, way := range []llad.Transport{llad.TransportAuto, llad.TransportNames} {
		wide, narrow, err := run("!4", way)
		require.NoError(t, err)
		require.Equal(t, []float32{0, 22, 0, 0}, narrow)
		require.Equal(t, []float64{11, 33}, []float64{wide[0], wide[2]})
		_, _, err = run("!9", way)
		require.ErrorContains(t, err, "cell.width") // where it says so
	}
}
