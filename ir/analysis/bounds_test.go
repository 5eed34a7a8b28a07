package analysis_test

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// nest is a nest of two loops that notes where the accesses of its body go.
const nest = `
@table = internal constant [4 x i64] [i64 3, i64 -2, i64 0, i64 7]
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
define void @note(ptr %%a, ptr %%p, ptr %%out) {
  %%x = ptrtoint ptr %%a to i64
  %%y = ptrtoint ptr %%p to i64
  %%d = sub i64 %%x, %%y
  %%lo = load i64, ptr %%out
  %%less = icmp slt i64 %%d, %%lo
  %%min = select i1 %%less, i64 %%d, i64 %%lo
  store i64 %%min, ptr %%out
  %%at = getelementptr i64, ptr %%out, i64 1
  %%hi = load i64, ptr %%at
  %%more = icmp sgt i64 %%d, %%hi
  %%max = select i1 %%more, i64 %%d, i64 %%hi
  store i64 %%max, ptr %%at
  ret void
}
define void @f(ptr %%p, i64 %%n, i64 %%m, i64 %%s, ptr %%out) {
entry:
  br label %%guard
guard:
  %%some = icmp sgt i64 %%n, %[1]d
  br i1 %%some, label %%outer, label %%done
outer:
  %%i = phi i64 [ %[1]d, %%guard ], [ %%i.next, %%outer.end ]
  br label %%inner.guard
inner.guard:
  %%any = icmp sgt i64 %[4]s, %[7]s
  br i1 %%any, label %%inner, label %%outer.end
inner:
  %%j = phi i64 [ %[7]s, %%inner.guard ], [ %%j.next, %%inner ]
  %%u = mul nsw i64 %%i, %[5]s
  %%v = mul nsw i64 %%j, %[3]d
  %%w = add nsw i64 %%u, %%v
  %%t = trunc i64 %%w to i32
  %%k = sext i32 %%t to i64
  %%d = or i64 %%m, 1
  %%e = shl i64 %%w, 32
  %%c = and i64 %%w, 3
  %%at = getelementptr [4 x i64], ptr @table, i64 0, i64 %%c
  %%o = add i64 %%w, 1000
  %%x = %[6]s
  %%a = getelementptr { i64, [3 x double] }, ptr %%p, i64 %%x, i32 1, i64 2
  call void @note(ptr %%a, ptr %%p, ptr %%out)
  %%j.next = add nuw nsw i64 %%j, 1
  %%on = icmp slt i64 %%j.next, %[4]s
  br i1 %%on, label %%inner, label %%outer.end
outer.end:
  %%i.next = add nsw i64 %%i, %[2]d
  %%again = icmp slt i64 %%i.next, %%n
  br i1 %%again, label %%outer, label %%done
done:
  ret void
}
`

// What Bounds computes in front of the loops holds for every access that they make,
// where its conditions hold, and these do for numbers as programs have them.
func TestBoundsHoldForEveryAccess(t *testing.T) {
	const huge = 1 << 62
	r := rand.New(rand.NewSource(1))
	tight, triangles := 0, 0
	for range 100 {
		start, step := r.Intn(5)-2, 1+r.Intn(3)
		first, inner, factor := "0", "%m", fmt.Sprint(r.Intn(9)-4)
		if r.Intn(3) == 0 {
			inner = "%i" // a triangle
		} else if r.Intn(3) == 0 {
			first, inner = "%i", "%n" // the other one
		}
		if r.Intn(3) == 0 {
			factor = "%s"
		}
		index := []string{"add nsw i64 %w, 5", "sub nsw i64 7, %w", "shl nsw i64 %w, 1", "add nsw i64 %k, %s", "and i64 %k, 15",
			"xor i64 %w, -1", "call i64 @llvm.smax.i64(i64 %w, i64 %k)", "call i64 @llvm.smin.i64(i64 %w, i64 3)", "call i64 @llvm.smax.i64(i64 %s, i64 2)", "or i64 %w, 5",
			"srem i64 %w, 5", "srem i64 %w, %d", "urem i64 %o, %d", "ashr i64 %w, 2", "sdiv i64 %w, 3", "ashr i64 %e, 32", "load i64, ptr %at"}[r.Intn(17)]
		text := fmt.Sprintf(nest, start, step, r.Intn(7)-3, inner, factor, index, first)
		m, err := ir.Read("nest.ll", []byte(text))
		require.NoError(t, err)
		f := m.Func("f")
		require.NoError(t, f.Load())
		dt := ir.Dominators(f)
		entry := f.Entry()
		s := analysis.NewBounds(f, entry, nil, dt, analysis.Loops(f, dt), 1000)
		var a *ir.Instr
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if i.Op == ir.GetElementPtr {
					a = i
				}
			}
		}
		lo, end := s.Address(f.Params[0], a, ir.NewInt(ir.I64, 8), a.Parent)
		require.NotNil(t, lo, text)
		b, out := s.Builder(), f.Params[4]
		var holds ir.Value = ir.NewInt(ir.I1, 1)
		for _, h := range s.Holds() {
			holds = b.Binary(ir.And, holds, h)
		}
		for k, v := range []ir.Value{lo, end, b.Cast(ir.ZExt, holds, ir.I64)} {
			b.Store(v, b.GEP(ir.I64, out, ir.NewInt(ir.I64, int64(k+2))), 8)
		}
		f.MarkChanged()
		require.NoError(t, ir.Verify(f), text)
		for _, n := range []int64{-huge, -1, 0, 1, 2, 5, 12} {
			for _, width := range []int64{-huge, 0, 1, 3, 9} {
				for _, scale := range []int64{-3, 0, 2, 100, huge / 64} {
					min, max, got := run(t, m, n, width, scale)
					if n == 12 && width == 9 && scale < 1000 { // several iterations
						require.Equal(t, int64(1), got[2], "n %d, m %d, s %d: %s", n, width, scale, text)
					}
					if got[2] == 0 || min > max {
						continue
					}
					require.LessOrEqual(t, got[0], min, "n %d, m %d, s %d: %s", n, width, scale, text)
					require.LessOrEqual(t, max+8, got[1], "n %d, m %d, s %d: %s", n, width, scale, text)
					if got[0] == min && got[1] == max+8 {
						tight++
						if first == "%i" {
							triangles++
						}
					}
				}
			}
		}
	}
	require.Greater(t, tight, 1000)
	require.Greater(t, triangles, 400)
}

// run gives the least and the greatest distance from p that was noted, and what the
// bounds are said to be.
func run(t *testing.T, m *ir.Module, n, width, scale int64) (min, max int64, bounds []int64) {
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	out, err := machine.Alloc(40)
	require.NoError(t, err)
	require.NoError(t, machine.WriteInt64s(out, []int64{1 << 62, -1 << 62, 0, 0, 0}))
	p, err := machine.Alloc(8)
	require.NoError(t, err)
	_, err = machine.Call("f", interp.Pointer(p), interp.I64(n), interp.I64(width), interp.I64(scale), interp.Pointer(out))
	require.NoError(t, err)
	got, err := machine.ReadInt64s(out, 5)
	require.NoError(t, err)
	return got[0], got[1], got[2:]
}
