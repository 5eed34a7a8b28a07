; s = sum over i < n, j < d of exp(t[j]) * t[j] with t[j] = x[i]*x[j], stored to
; out, which may lead to x; t comes from one of two allocations
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define void @f(ptr %x, ptr %out, i64 %n, i64 %d) {
entry:
  %large = icmp sgt i64 %d, 4
  br i1 %large, label %many, label %few

many:
  %bytes = shl nsw i64 %d, 3
  %a = call noalias ptr @malloc(i64 %bytes)
  store double 0.000000e+00, ptr %a, align 8
  br label %points

few:
  %b = call noalias ptr @malloc(i64 64)
  %b1 = getelementptr inbounds i8, ptr %b, i64 8
  store double 0.000000e+00, ptr %b1, align 8
  br label %points

points:
  %t = phi ptr [ %b, %few ], [ %a, %many ]
  br label %point

point:
  %i = phi i64 [ 0, %points ], [ %inext, %pointend ]
  %s = phi double [ 0.000000e+00, %points ], [ %s2, %pointend ]
  %xi.at = getelementptr inbounds double, ptr %x, i64 %i
  %xi = load double, ptr %xi.at, align 8
  br label %fill

fill:
  %j = phi i64 [ 0, %point ], [ %jnext, %fill ]
  %xj.at = getelementptr inbounds double, ptr %x, i64 %j
  %xj = load double, ptr %xj.at, align 8
  %v = fmul double %xi, %xj
  %tj.at = getelementptr inbounds double, ptr %t, i64 %j
  store double %v, ptr %tj.at, align 8
  %jnext = add nuw nsw i64 %j, 1
  %filled = icmp eq i64 %jnext, %d
  br i1 %filled, label %add, label %fill

add:
  %k = phi i64 [ %knext, %add ], [ 0, %fill ]
  %s1 = phi double [ %s2, %add ], [ %s, %fill ]
  %tk.at = getelementptr inbounds double, ptr %t, i64 %k
  %tk = load double, ptr %tk.at, align 8
  %e = call double @llvm.exp.f64(double %tk)
  %et = fmul double %e, %tk
  %s2 = fadd double %s1, %et
  %knext = add nuw nsw i64 %k, 1
  %added = icmp eq i64 %knext, %d
  br i1 %added, label %pointend, label %add

pointend:
  %inext = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %inext, %n
  br i1 %done, label %exit, label %point

exit:
  call void @free(ptr %t)
  store double %s2, ptr %out, align 8
  ret void
}

declare noalias ptr @malloc(i64)

declare void @free(ptr)

declare double @llvm.exp.f64(double)
