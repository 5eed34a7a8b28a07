; order: UndoPredictiveCommoning before CSE#3, moving UndoPredictiveCommoning: forward, instructions

; A loop carries to the next iteration what it has loaded.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define dso_local double @f(ptr %0, ptr %1) local_unnamed_addr {
  %3 = icmp eq ptr %0, %1
  br i1 %3, label %22, label %4

4:
  %5 = phi double [ %13, %19 ], [ 0.000000e+00, %2 ]
  %6 = phi ptr [ %20, %19 ], [ %0, %2 ]
  %7 = load double, ptr %6, align 8
  br label %8

8:
  %9 = phi double [ %17, %16 ], [ %7, %4 ]
  %10 = phi double [ %13, %16 ], [ %5, %4 ]
  %11 = phi ptr [ %14, %16 ], [ %6, %4 ]
  %12 = fmul double %9, 2.500000e-01
  %13 = fadd double %10, %12
  %14 = getelementptr inbounds i8, ptr %11, i64 8
  %15 = icmp ult ptr %14, %1
  br i1 %15, label %16, label %19

16:
  %17 = load double, ptr %14, align 8
  %18 = fcmp olt double %17, 3.000000e+00
  br i1 %18, label %8, label %19

19:
  %20 = getelementptr inbounds i8, ptr %6, i64 8
  %21 = icmp eq ptr %20, %1
  br i1 %21, label %22, label %4

22:
  %23 = phi double [ 0.000000e+00, %2 ], [ %13, %19 ]
  ret double %23

; uselistorder directives
  uselistorder double %13, { 0, 2, 1 }
}
