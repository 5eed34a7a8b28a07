package pass

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// count is how many instructions of f have the operation.
func count(f *ir.Function, op ir.Op) int {
	n := 0
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op == op {
				n++
			}
		}
	}
	return n
}

func loadedText(t *testing.T, text string) *ir.Function {
	t.Helper()
	m, err := ir.Read("test.ll", []byte(text))
	require.NoError(t, err)
	f := m.Func("f")
	require.NotNil(t, f)
	require.NoError(t, f.Load())
	return f
}

// A vector's memory is null when it is empty: what then reads its first element
// is never done. The comparisons need not be the same.
func TestNullPaths(t *testing.T) {
	text := func(cond string) string {
		return `define double @f(i32 %n, ptr %x) {
entry:
  %negative = icmp slt i32 %n, 0
  br i1 %negative, label %throw, label %go
throw:
  unreachable
go:
  %empty = icmp eq i32 %n, 0
  br i1 %empty, label %have, label %alloc
alloc:
  br label %have
have:
  %p = phi ptr [ null, %go ], [ %x, %alloc ]
  %c = icmp ` + cond + `
  br i1 %c, label %first, label %more
first:
  %a = load double, ptr %p
  ret double %a
more:
  ret double 1.0
}
`
	}
	for cond, gone := range map[string]bool{"eq i32 %n, 0": true, "slt i32 %n, 1": true, "sgt i32 %n, 0": false, "slt i32 %n, 2": false} {
		f := loadedText(t, text(cond))
		require.Equal(t, gone, NullPaths(f), cond)
		require.NoError(t, ir.Verify(f))
		require.Equal(t, gone, count(f, ir.Load) == 0, cond)
	}
}

// A load finds what was stored, unless something else may have been in between.
func TestForwardStores(t *testing.T) {
	text := func(between string) string {
		return `define double @f(double %a, ptr %r, ptr %q, i1 %c) {
entry:
  store double %a, ptr %r
  br i1 %c, label %x, label %y
x:
  ` + between + `
  br label %y
y:
  %b = load double, ptr %r
  %s = fadd double %a, %b
  ret double %s
}
declare double @sin(double)
declare void @any(ptr)
`
	}
	for between, gone := range map[string]bool{
		"%u = load double, ptr %q":                      true,
		"%v = call double @sin(double %a)":              true,
		"store double 0.0, ptr %q":                      false,
		"store double %a, ptr %r":                       false,
		"call void @any(ptr %q)":                        false,
		"store volatile double %a, ptr %r":              false,
		"fence seq_cst":                                 false,
		"store float 0.0, ptr %r":                       false,
		"%w = atomicrmw fadd ptr %r, double %a seq_cst": false,
	} {
		f := loadedText(t, text(between))
		require.Equal(t, gone, ForwardStores(f), between)
		require.NoError(t, ir.Verify(f))
	}
}

// The form that unrolled loops have from LLVM 21 on is undone, too.
func TestRestThatIsAssumed(t *testing.T) {
	f := loadedText(t, `define double @f(ptr noalias %x, i64 %n) {
entry:
  %n1 = add nsw i64 %n, -1
  %left = and i64 %n1, 1
  %one = icmp eq i64 %n, 2
  br i1 %one, label %rest, label %enter
enter:
  %even = and i64 %n1, -2
  br label %two
two:
  %i = phi i64 [ 1, %enter ], [ %i2, %two ]
  %s = phi double [ 0.0, %enter ], [ %s2, %two ]
  %k = phi i64 [ 0, %enter ], [ %k2, %two ]
  %p = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %p
  %s1 = fadd double %s, %v
  %q0 = getelementptr inbounds double, ptr %x, i64 %i
  %q = getelementptr inbounds i8, ptr %q0, i64 8
  %w = load double, ptr %q
  %s2 = fadd double %s1, %w
  %i2 = add nuw nsw i64 %i, 2
  %k2 = add i64 %k, 2
  %last = icmp eq i64 %k2, %even
  br i1 %last, label %behind, label %two, !llvm.loop !0
behind:
  %none = icmp eq i64 %left, 0
  br i1 %none, label %exit, label %rest
rest:
  %ri = phi i64 [ 1, %entry ], [ %i2, %behind ]
  %rs = phi double [ 0.0, %entry ], [ %s2, %behind ]
  %some = icmp ne i64 %left, 0
  call void @llvm.assume(i1 %some)
  br label %single
single:
  %j = phi i64 [ %ri, %rest ], [ %j1, %single ]
  %t = phi double [ %rs, %rest ], [ %t1, %single ]
  %m = phi i64 [ 0, %rest ], [ %m1, %single ]
  %r = getelementptr inbounds double, ptr %x, i64 %j
  %u = load double, ptr %r
  %t1 = fadd double %t, %u
  %j1 = add nuw nsw i64 %j, 1
  %m1 = add i64 %m, 1
  %over = icmp eq i64 %m1, %left
  br i1 %over, label %exit, label %single, !llvm.loop !1
exit:
  %sum = phi double [ %s2, %behind ], [ %t1, %single ]
  ret double %sum
}
declare void @llvm.assume(i1)
!0 = distinct !{!0, !2}
!1 = distinct !{!1, !3}
!2 = !{!"llvm.loop.mustprogress"}
!3 = !{!"llvm.loop.unroll.disable"}
`)
	require.True(t, ScalarLoops(f))
	require.NoError(t, ir.Verify(f))
	require.Equal(t, 1, count(f, ir.Load))
}
