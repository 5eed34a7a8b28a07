; order: CorrelatedValuePropagation before DCE#3, moving CorrelatedValuePropagation: forward, instructions

; Conditions that a branch has decided.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

define double @f(ptr %table, i64 %index, i1 %free, double %v) {
start:
  %place = inttoptr i64 %index to ptr
  %back = sub nsw i64 0, %index
  %entry = getelementptr inbounds { i32, [1 x i32], double }, ptr %table, i64 %back
  %either = select i1 %free, ptr %place, ptr %entry
  br i1 %free, label %insert, label %found

insert:
  %number = ptrtoint ptr %either to i64
  %byte = getelementptr inbounds i8, ptr %table, i64 %number
  store i8 1, ptr %byte, align 1
  br label %done

found:
  %at = getelementptr inbounds i8, ptr %either, i64 -8
  %old = load double, ptr %at, align 8
  store double %v, ptr %at, align 8
  br label %done

done:
  %r = phi double [ 0.000000e+00, %insert ], [ %old, %found ]
  %last = select i1 %free, double %v, double %r
  ret double %last
}
