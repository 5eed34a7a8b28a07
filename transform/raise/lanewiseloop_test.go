package raise

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
)

// Loops whose iterations became lanes print the same, bit for bit, when single iterations do everything; no vectors
// are left in those that single names.
func TestLanewiseLoops(t *testing.T) {
	for cfg, single := range map[string]string{
		"19 -O3 -march=znver4": "product pool rows updated",
		"22 -O3 -march=znver4": "product pool rows updated",
		"22 -O3 -mavx2":        "",
	} {
		t.Run(strings.ReplaceAll(cfg, " ", ""), func(t *testing.T) {
			t.Parallel()
			devectorized(t, cfg, "testdata/loops/lanes.c", func(_, name, text string) {
				if slices.Contains(strings.Fields(single), name) {
					assert.NotContains(t, text, "llvm.masked", "%s", name)
					assert.NotContains(t, text, "store <", "%s", name)
				}
			})
		})
	}
}

func TestLanewise(t *testing.T) {
	const text = `
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, i32, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, i32, <4 x i1>)
declare <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x double>)
declare void @llvm.masked.scatter.v4f64.v4p0(<4 x double>, <4 x ptr>, i32, <4 x i1>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)
declare <4 x double> @llvm.sin.v4f64(<4 x double>)
define double @f(ptr %a, ptr %b, double %s) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %iv = phi <4 x i64> [ <i64 0, i64 1, i64 2, i64 3>, %entry ], [ %iv.next, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  %q = getelementptr double, ptr %b, i64 %i
  %m = icmp ult <4 x i64> %iv, splat (i64 11)
  BODY
  %iv.next = add <4 x i64> %iv, splat (i64 4)
  %next = add nuw i64 %i, 4
  %done = icmp eq i64 %next, 12
  br i1 %done, label %out, label %loop, !llvm.loop !0
out:
  ret double RESULT
}
!0 = distinct !{!0, !1}
!1 = !{!"MARK", i32 1}
`
	const load, all = "%x = load <4 x double>, ptr %p, align 8\n", "<4 x i1> splat (i1 true)"
	const store, scatter = "\nstore <4 x double> %y, ptr %q, align 8", "\n%qs = getelementptr double, ptr %b, <4 x i64> %iv\ncall void @llvm.masked.scatter.v4f64.v4p0(<4 x double> %y, <4 x ptr> %qs, i32 8, "
	for _, c := range []struct {
		name, body, result, mark, end string // end: of the loop, "" where it stays
	}{
		{"elements", load + "%y = fmul <4 x double> %x, %x" + store, "1.0", "isvectorized", "12"},
		{"without the mark", load + "%y = fmul <4 x double> %x, %x" + store, "1.0", "other", ""},
		{"function", load + "%y = call <4 x double> @llvm.sqrt.v4f64(<4 x double> %x)" + store, "1.0", "isvectorized", "12"},
		{"other function", load + "%y = call <4 x double> @llvm.sin.v4f64(<4 x double> %x)" + store, "1.0", "isvectorized", ""},
		{"number", "%y = uitofp <4 x i64> %iv to <4 x double>" + store, "1.0", "isvectorized", "12"},
		{"number for all lanes", "%n = uitofp i64 %i to double\n%z = insertelement <4 x double> poison, double %n, i64 0\n%y = shufflevector <4 x double> %z, <4 x double> poison, <4 x i32> zeroinitializer" + store, "1.0", "isvectorized", ""},
		{"one for all lanes", "%z = insertelement <4 x double> poison, double %s, i64 0\n%y = shufflevector <4 x double> %z, <4 x double> poison, <4 x i32> zeroinitializer" + store, "1.0", "isvectorized", "12"},
		{"exchanged lanes", load + "%y = shufflevector <4 x double> %x, <4 x double> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>" + store, "1.0", "isvectorized", ""},
		{"lanes of a constant", load + "%y = fmul <4 x double> %x, <double 1.0, double 2.0, double 3.0, double 4.0>" + store, "1.0", "isvectorized", ""},
		{"one place", "%x = load <4 x double>, ptr %a\n%y = fmul <4 x double> %x, %x" + store, "1.0", "isvectorized", ""},
		{"every second element", "%p2 = getelementptr double, ptr %p, i64 %i\n%y = load <4 x double>, ptr %p2" + store, "1.0", "isvectorized", ""},
		{"four further", "%j = or disjoint i64 %i, 1\n%p2 = getelementptr double, ptr %a, i64 %j\n%y = load <4 x double>, ptr %p2" + store, "1.0", "isvectorized", "12"},
		{"masked", "%y = call <4 x double> @llvm.masked.load.v4f64.p0(ptr %p, i32 8, <4 x i1> %m, <4 x double> poison)" + scatter + "<4 x i1> %m)", "1.0", "isvectorized", "11"},
		{"masked loads, all stored", "%y = call <4 x double> @llvm.masked.load.v4f64.p0(ptr %p, i32 8, <4 x i1> %m, <4 x double> zeroinitializer)" + store, "1.0", "isvectorized", ""},
		{"masked loads, all scattered", "%y = call <4 x double> @llvm.masked.load.v4f64.p0(ptr %p, i32 8, <4 x i1> %m, <4 x double> zeroinitializer)" + scatter + all + ")", "1.0", "isvectorized", ""},
		{"all scattered, some loaded", load + "%y = fneg <4 x double> %x" + scatter + all + ")\n%z = call <4 x double> @llvm.masked.load.v4f64.p0(ptr %p, i32 8, <4 x i1> %m, <4 x double> zeroinitializer)", "1.0", "isvectorized", ""},
		{"another mask", load + "%y = fneg <4 x double> %x\n%c = fcmp ogt <4 x double> %x, zeroinitializer" + scatter + "<4 x i1> %c)", "1.0", "isvectorized", ""},
		{"used behind", load + "%y = fneg <4 x double> %x\n%z = extractelement <4 x double> %y, i64 0" + store, "%z", "isvectorized", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, defs := irtest.Read(t, []byte(strings.NewReplacer("BODY", c.body, "RESULT", c.result, "MARK", "llvm.loop."+c.mark).Replace(text)))
			require.Len(t, defs, 1)
			Devectorize(defs[0])
			irtest.Check(t, defs[0], "Devectorize")
			defs[0].MarkChanged()
			got := defs[0].String()
			if c.end == "" {
				assert.Contains(t, got, " x double>", "%s", m.Bytes())
				return
			}
			assert.NotContains(t, got, " x double>")
			assert.Contains(t, got, ", "+c.end+"\n", "%s", got)
		})
	}
}
