; pass: MovedPairs
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

declare i32 @rust_eh_personality(...)
declare void @next(ptr, ptr)

; The height and the root of a tree go from iteration to iteration as a vector of doubles, of which the second lane
; becomes an address: rustc 1.63, opt-level 3.
define ptr @f(ptr %made, ptr %given, i64 %n, i1 %which) personality ptr @rust_eh_personality {
start:
  %first = load <2 x double>, ptr %given, align 16
  br label %loop

loop:
  %i = phi i64 [ 0, %start ], [ %j, %loop ]
  %tree = phi <2 x double> [ <double undef, double 0.000000e+00>, %start ], [ %chosen, %loop ]
  store <2 x double> %tree, ptr %given, align 16
  call void @next(ptr %made, ptr %given)
  %new = load <2 x double>, ptr %made, align 16
  %chosen = select i1 %which, <2 x double> %new, <2 x double> %first
  %j = add nuw i64 %i, 1
  %done = icmp eq i64 %j, %n
  br i1 %done, label %out, label %loop

out:
  %words = bitcast <2 x double> %chosen to <2 x i64>
  %root = extractelement <2 x i64> %words, i64 1
  %height = extractelement <2 x double> %chosen, i64 0
  store double %height, ptr %given, align 8
  %address = inttoptr i64 %root to ptr
  ret ptr %address
}

; want:
; define ptr @f(ptr %made, ptr %given, i64 %n, i1 %which) personality ptr @rust_eh_personality {
; start:
;   %v.0 = getelementptr inbounds <2 x double>, ptr %given, i32 0, i32 0
;   %v.1 = load double, ptr %v.0, align 16
;   %v.2 = getelementptr inbounds <2 x double>, ptr %given, i32 0, i32 1
;   %v.3 = load double, ptr %v.2, align 8
;   br label %loop
;
; loop:
;   %i = phi i64 [ 0, %start ], [ %j, %loop ]
;   %v.4 = phi double [ undef, %start ], [ %v.12, %loop ]
;   %v.5 = phi double [ 0.000000e+00, %start ], [ %v.13, %loop ]
;   %v.6 = getelementptr inbounds <2 x double>, ptr %given, i32 0, i32 0
;   store double %v.4, ptr %v.6, align 16
;   %v.7 = getelementptr inbounds <2 x double>, ptr %given, i32 0, i32 1
;   store double %v.5, ptr %v.7, align 8
;   call void @next(ptr %made, ptr %given)
;   %v.8 = getelementptr inbounds <2 x double>, ptr %made, i32 0, i32 0
;   %v.9 = load double, ptr %v.8, align 16
;   %v.10 = getelementptr inbounds <2 x double>, ptr %made, i32 0, i32 1
;   %v.11 = load double, ptr %v.10, align 8
;   %v.12 = select i1 %which, double %v.9, double %v.1
;   %v.13 = select i1 %which, double %v.11, double %v.3
;   %j = add nuw i64 %i, 1
;   %done = icmp eq i64 %j, %n
;   br i1 %done, label %out, label %loop
;
; out:
;   %v.14 = bitcast double %v.13 to i64
;   store double %v.12, ptr %given, align 8
;   %address = inttoptr i64 %v.14 to ptr
;   ret ptr %address
; }
