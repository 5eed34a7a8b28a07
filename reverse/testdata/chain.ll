; A chain of n steps on two numbers and a local array; the step is not linear.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @llad_stats(ptr)

define double @f(double %x0, double %c, i64 %n) {
entry:
  %a = alloca [4 x double], align 16
  %a1 = getelementptr inbounds [4 x double], ptr %a, i64 0, i64 1
  store double 0.5, ptr %a, align 8
  store double 0.25, ptr %a1, align 8
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %done

loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %x = phi double [ %x0, %entry ], [ %xn, %loop ]
  %y = phi double [ 1.0, %entry ], [ %yn, %loop ]
  %k = and i64 %i, 1
  %p = getelementptr inbounds [4 x double], ptr %a, i64 0, i64 %k
  %u = load double, ptr %p, align 8
  %xx = fmul double %x, %y
  %cx = fmul double %c, %xx
  %ux = fmul double %u, %cx
  %xn = fsub double %x, %ux
  %yc = fmul double %c, %u
  %yx = fmul double %yc, %xn
  %yn = fadd double %y, %yx
  %un = fmul double %u, %xn
  store double %un, ptr %p, align 8
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %done

done:
  %xr = phi double [ %x0, %entry ], [ %xn, %loop ]
  %yr = phi double [ 1.0, %entry ], [ %yn, %loop ]
  %v = load double, ptr %a, align 8
  %xy = fmul double %xr, %yr
  %r = fadd double %xy, %v
  ret double %r
}
