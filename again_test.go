package llad_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/ir"
)

// Layers whose nest reads copies of what later steps overwrite, and whose activations are
// called through a table: what clang 19 makes of them at -O1.
const layersOfTable = `
@activations = internal constant [2 x ptr] [ptr @rational, ptr @root], align 16
define double @layers(ptr %w, ptr %in, i32 %steps) {
entry:
  %x = alloca [40 x double], align 16
  %y = alloca [40 x double], align 16
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 16 dereferenceable(320) %x, ptr nonnull align 8 dereferenceable(320) %in, i64 320, i1 false)
  %cmp485 = icmp sgt i32 %steps, 0
  br i1 %cmp485, label %for.cond8.preheader, label %for.body54.preheader
for.body54.preheader:
  br label %for.body54
for.cond8.preheader:
  %t.086 = phi i32 [ %inc47, %for.cond.cleanup34 ], [ 0, %entry ]
  br label %for.body11
for.cond31.preheader:
  %and = and i32 %t.086, 1
  %idxprom36 = zext nneg i32 %and to i64
  %arrayidx37 = getelementptr inbounds [2 x ptr], ptr @activations, i64 0, i64 %idxprom36
  %0 = load ptr, ptr %arrayidx37, align 8
  br label %for.body35
for.body11:
  %indvars.iv91 = phi i64 [ 0, %for.cond8.preheader ], [ %indvars.iv.next92, %for.cond.cleanup16 ]
  %arrayidx13 = getelementptr inbounds [40 x double], ptr %y, i64 0, i64 %indvars.iv91
  store double 0.000000e+00, ptr %arrayidx13, align 8
  %1 = trunc nuw nsw i64 %indvars.iv91 to i32
  %conv = uitofp nneg i32 %1 to double
  br label %for.body17
for.cond.cleanup16:
  store double %add, ptr %arrayidx13, align 8
  %indvars.iv.next92 = add nuw nsw i64 %indvars.iv91, 1
  %exitcond94.not = icmp eq i64 %indvars.iv.next92, 40
  br i1 %exitcond94.not, label %for.cond31.preheader, label %for.body11
for.body17:
  %indvars.iv = phi i64 [ 0, %for.body11 ], [ %indvars.iv.next, %for.body17 ]
  %2 = phi double [ 0.000000e+00, %for.body11 ], [ %add, %for.body17 ]
  %arrayidx19 = getelementptr inbounds double, ptr %w, i64 %indvars.iv
  %3 = load double, ptr %arrayidx19, align 8
  %arrayidx21 = getelementptr inbounds [40 x double], ptr %x, i64 0, i64 %indvars.iv
  %4 = load double, ptr %arrayidx21, align 8
  %5 = tail call double @llvm.fmuladd.f64(double %3, double %4, double %conv)
  %call = tail call double @sin(double %5)
  %add = fadd double %call, %2
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 40
  br i1 %exitcond.not, label %for.cond.cleanup16, label %for.body17
for.cond.cleanup34:
  %inc47 = add nuw nsw i32 %t.086, 1
  %exitcond99.not = icmp eq i32 %inc47, %steps
  br i1 %exitcond99.not, label %for.body54.preheader, label %for.cond8.preheader
for.body35:
  %indvars.iv95 = phi i64 [ 0, %for.cond31.preheader ], [ %indvars.iv.next96, %for.body35 ]
  %arrayidx39 = getelementptr inbounds [40 x double], ptr %y, i64 0, i64 %indvars.iv95
  %6 = load double, ptr %arrayidx39, align 8
  %call40 = tail call double %0(double %6)
  %arrayidx42 = getelementptr inbounds [40 x double], ptr %x, i64 0, i64 %indvars.iv95
  store double %call40, ptr %arrayidx42, align 8
  %indvars.iv.next96 = add nuw nsw i64 %indvars.iv95, 1
  %exitcond98.not = icmp eq i64 %indvars.iv.next96, 40
  br i1 %exitcond98.not, label %for.cond.cleanup34, label %for.body35
for.cond.cleanup53:
  ret double %8
for.body54:
  %indvars.iv100 = phi i64 [ %indvars.iv.next101, %for.body54 ], [ 0, %for.body54.preheader ]
  %total.087 = phi double [ %8, %for.body54 ], [ 0.000000e+00, %for.body54.preheader ]
  %arrayidx56 = getelementptr inbounds [40 x double], ptr %x, i64 0, i64 %indvars.iv100
  %7 = load double, ptr %arrayidx56, align 8
  %8 = tail call double @llvm.fmuladd.f64(double %7, double %7, double %total.087)
  %indvars.iv.next101 = add nuw nsw i64 %indvars.iv100, 1
  %exitcond103.not = icmp eq i64 %indvars.iv.next101, 40
  br i1 %exitcond103.not, label %for.cond.cleanup53, label %for.body54
}
declare double @sin(double noundef) local_unnamed_addr
declare double @llvm.fmuladd.f64(double, double, double)
define internal double @rational(double %x) {
entry:
  %0 = tail call double @llvm.fmuladd.f64(double %x, double %x, double 1.000000e+00)
  %div = fdiv double %x, %0
  ret double %div
}
define internal double @root(double %x) {
entry:
  %0 = tail call double @llvm.fmuladd.f64(double %x, double %x, double 1.000000e+00)
  %call = tail call double @sqrt(double %0)
  %div = fdiv double %x, %call
  ret double %div
}
declare double @sqrt(double noundef) local_unnamed_addr
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly, ptr noalias readonly, i64, i1 immarg)
`

// A gradient that is made a second time leaves nothing of the first: no shadows of functions
// that are no more.
func TestNothingIsLeftOfWhatIsMadeAgain(t *testing.T) {
	m, err := ir.Read("f.ll", []byte(layersOfTable))
	require.NoError(t, err)
	d := llad.New(m)
	_, err = d.Differentiate(llad.Request{Func: "layers", Mode: llad.Reverse})
	require.NoError(t, err)
	for _, emit := range []string{"derivatives", "whole"} {
		text, err := d.Write(llad.WriteOptions{Emit: emit})
		require.NoError(t, err)
		require.Contains(t, string(text), "@llad.table.rational =")
		require.NotContains(t, string(text), "@llad.table.rational.1 =")
		defined := map[string]bool{}
		for _, name := range regexp.MustCompile(`(?m)^define.* @([\w.]+)\(`).FindAllStringSubmatch(string(text), -1) {
			require.False(t, defined[name[1]], "%s is defined twice", name[1])
			defined[name[1]] = true
		}
	}
}
