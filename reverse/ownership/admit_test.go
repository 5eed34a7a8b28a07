package ownership

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

const declarations = `
@.gomp_critical_user_.reduction.var = global i64 0
@llad.entered..gomp_critical_user_.reduction.var = global i64 0
@llad.entered..gomp_critical_user_mine.var = global i64 0
declare void @llad.await(ptr, i64)
declare void @__kmpc_barrier(ptr, i32)
declare void @unknown()
declare void @free(ptr)
declare double @sin(double)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
`

// sitesIn looks at a reverse sweep with that body.
func sitesIn(t *testing.T, body string) *sites {
	t.Helper()
	m, err := ir.Read("test.ll", []byte(declarations+"define void @f(ptr %frame, ptr %p, ptr %q, i64 %n, double %x) {\n"+body+"\n}\n"))
	require.NoError(t, err)
	f := m.Func("f")
	require.NoError(t, f.Load())
	rt := tape.New(m, false, tape.StorageIn(m, false))
	rt.Helper("llad.await", m.Func("llad.await"))
	return find(rt, f)
}

func TestWhatIsUnderstood(t *testing.T) {
	const add = "%a = atomicrmw fadd ptr %p, double %x monotonic\n"
	for _, c := range []struct {
		name, body                       string
		admitted                         bool
		adds, touches, barriers, cleared int
	}{
		{"an addition", add + "ret void", true, 1, 0, 0, 0},
		{"nothing to add", "ret void", false, 0, 0, 0, 0},
		{"a taken adjoint", add + "%d = load double, ptr %q\nstore double 0.0, ptr %q\nret void", true, 1, 1, 0, 0},
		{"a store elsewhere", add + "%d = load double, ptr %q\nstore double 0.0, ptr %p\nret void", true, 1, 2, 0, 0},
		{"a plain addition", add + "%d = load double, ptr %q\n%s = fadd double %d, %x\nstore double %s, ptr %q\nret void", true, 1, 0, 0, 0},
		{"a sum that is used again", add + "%d = load double, ptr %q\n%s = fadd double %d, %x\nstore double %s, ptr %q\nstore double %s, ptr %p\nret void", true, 1, 2, 0, 0},
		{"variables", "%v = alloca [2 x double]\n" + add + "%w = getelementptr [2 x double], ptr %v, i64 0, i64 %n\n%d = load double, ptr %w\nret void", true, 1, 0, 0, 0},
		{"an adjoint that is taken before", "%d = load double, ptr %q\nstore double 0.0, ptr %q\n" + add + "ret void", true, 1, 0, 0, 0},
		{"before, in a loop", "br label %l\nl:\n%d = load double, ptr %q\nstore double 0.0, ptr %q\n" + add + "%c = fcmp olt double %d, %x\nbr i1 %c, label %l, label %e\ne:\nret void", true, 1, 1, 0, 0},
		{"plain loops behind", add + "br label %l\nl:\n%y = load double, ptr %q\nstore double 0.0, ptr %q\n%d = load double, ptr %p\n%s = fadd double %d, %y\nstore double %s, ptr %p\n%c = fcmp olt double %y, %x\nbr i1 %c, label %l, label %e\ne:\nret void", false, 0, 0, 0, 0},
		{"a barrier", add + "call void @__kmpc_barrier(ptr null, i32 0)\nret void", true, 1, 0, 1, 0},
		{"a computation", add + "%y = call double @sin(double %x)\nret void", true, 1, 0, 0, 0},
		{"memory that is cleared", add + "call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %n, i1 false)\nret void", true, 1, 0, 0, 1},
		{"memory that is filled", add + "call void @llvm.memset.p0.i64(ptr %q, i8 1, i64 %n, i1 false)\nret void", false, 0, 0, 0, 0},
		{"memory that is copied", add + "call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 %n, i1 false)\nret void", false, 0, 0, 0, 0},
		{"a call", add + "call void @unknown()\nret void", false, 0, 0, 0, 0},
		{"a call through a pointer", add + "call void %q()\nret void", false, 0, 0, 0, 0},
		{"freed memory", add + "call void @free(ptr %q)\nret void", false, 0, 0, 0, 0},
		{"a fence", add + "fence acquire\nret void", false, 0, 0, 0, 0},
		{"an exchange", add + "%o = atomicrmw xchg ptr %q, i64 %n acq_rel\nret void", false, 0, 0, 0, 0},
		{"a flag", add + "%o = load atomic i64, ptr %q acquire, align 8\nret void", false, 0, 0, 0, 0},
		{"an integer in memory", add + "store i64 %n, ptr %q\nret void", false, 0, 0, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sitesIn(t, c.body)
			if !c.admitted {
				assert.Nil(t, s)
				return
			}
			require.NotNil(t, s)
			assert.Equal(t, []int{c.adds, c.touches, c.barriers, c.cleared}, []int{len(s.adds), len(s.touches), len(s.barriers), len(s.blocks)})
		})
	}
}

func TestLocks(t *testing.T) {
	const (
		reduction = "@llad.entered..gomp_critical_user_.reduction.var"
		mine      = "@llad.entered..gomp_critical_user_mine.var"
	)
	body := func(lock, inside string) string {
		return "%a = atomicrmw fadd ptr %p, double %x monotonic\ncall void @llad.await(ptr " + lock + ", i64 %n)\n" + inside +
			"store atomic i64 %n, ptr " + lock + " release, align 8\nret void"
	}
	for _, c := range []struct {
		name, body string
		admitted   bool
	}{
		{"a sum's adjoint is read", body(reduction, "%d = load double, ptr %q\n"), true},
		{"it is changed", body(reduction, "store double 0.0, ptr %q\n"), false},
		{"something is added to", body(reduction, "%b = atomicrmw fadd ptr %q, double %x monotonic\n"), false},
		{"the lock is kept", "%a = atomicrmw fadd ptr %p, double %x monotonic\ncall void @llad.await(ptr " + reduction + ", i64 %n)\nret void", false},
		{"one of the program's", body(mine, "%d = load double, ptr %q\n"), false},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.admitted, sitesIn(t, c.body) != nil) })
	}
}

func TestGroups(t *testing.T) {
	s := sitesIn(t, `%p1 = getelementptr double, ptr %p, i64 1
%p2 = getelementptr i8, ptr %p, i64 20
%p9 = getelementptr double, ptr %p, i64 90
%a = atomicrmw fadd ptr %p, double %x monotonic
%b = atomicrmw fadd ptr %q, double %x monotonic
%c = atomicrmw fadd ptr %p1, double %x monotonic
%d = atomicrmw fadd ptr %p2, double %x monotonic
%e = atomicrmw fadd ptr %p9, double %x monotonic
%g = load double, ptr %p
%h = atomicrmw fadd ptr %q, double %g monotonic
ret void`)
	require.NotNil(t, s)
	var sizes []int
	for _, g := range s.groups(s.adds[0].Parent.Parent.Module.Layout) {
		sizes = append(sizes, len(g))
	}
	assert.Equal(t, []int{2, 1, 1, 1, 1}, sizes, "p and p1; q; another alignment; too far; behind a load")
}
