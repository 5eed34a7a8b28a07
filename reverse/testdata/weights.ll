declare double @llvm.exp.f64(double)
declare double @llvm.log.f64(double)

; double f(double *x, double *dx, long n, long m)
; v = 1; for t < n: v = log(sum of exp(v * x[t][j])): each term is needed once more, for its adjoint
define double @f(ptr noalias %x, i64 %n, i64 %m) {
entry:
  br label %steps

steps:
  %t = phi i64 [ 0, %entry ], [ %t1, %stepped ]
  %v = phi double [ 1.0, %entry ], [ %l, %stepped ]
  %more = icmp slt i64 %t, %n
  br i1 %more, label %row, label %out

row:
  %first = mul nuw nsw i64 %t, %m
  br label %terms

terms:
  %j = phi i64 [ 0, %row ], [ %j1, %terms ]
  %s = phi double [ 0.0, %row ], [ %s1, %terms ]
  %k = add nuw nsw i64 %first, %j
  %p = getelementptr inbounds double, ptr %x, i64 %k
  %xj = load double, ptr %p, align 8
  %z = fmul double %v, %xj
  %e = call double @llvm.exp.f64(double %z)
  %s1 = fadd double %s, %e
  %j1 = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j1, %m
  br i1 %again, label %terms, label %stepped

stepped:
  %l = call double @llvm.log.f64(double %s1)
  %t1 = add nuw nsw i64 %t, 1
  br label %steps

out:
  ret double %v
}

; double g(double *x, double *dx, long n, long m)
; the same with one row for all steps
define double @g(ptr noalias %x, i64 %n, i64 %m) {
entry:
  br label %steps

steps:
  %t = phi i64 [ 0, %entry ], [ %t1, %stepped ]
  %v = phi double [ 1.0, %entry ], [ %l, %stepped ]
  %more = icmp slt i64 %t, %n
  br i1 %more, label %row, label %out

row:
  %first = mul nuw nsw i64 %t, %m
  br label %terms

terms:
  %j = phi i64 [ 0, %row ], [ %j1, %terms ]
  %s = phi double [ 0.0, %row ], [ %s1, %terms ]
  %k = add nuw nsw i64 0, %j
  %p = getelementptr inbounds double, ptr %x, i64 %k
  %xj = load double, ptr %p, align 8
  %z = fmul double %v, %xj
  %e = call double @llvm.exp.f64(double %z)
  %s1 = fadd double %s, %e
  %j1 = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j1, %m
  br i1 %again, label %terms, label %stepped

stepped:
  %l = call double @llvm.log.f64(double %s1)
  %t1 = add nuw nsw i64 %t, 1
  br label %steps

out:
  ret double %v
}

; double h(double *x, double *dx, long n, long m)
; the same as f with products of the terms, which would be kept besides
define double @h(ptr noalias %x, i64 %n, i64 %m) {
entry:
  br label %steps

steps:
  %t = phi i64 [ 0, %entry ], [ %t1, %stepped ]
  %v = phi double [ 1.0, %entry ], [ %l, %stepped ]
  %more = icmp slt i64 %t, %n
  br i1 %more, label %row, label %out

row:
  %first = mul nuw nsw i64 %t, %m
  br label %terms

terms:
  %j = phi i64 [ 0, %row ], [ %j1, %terms ]
  %s = phi double [ 1.0, %row ], [ %s1, %terms ]
  %q = phi double [ %v, %row ], [ %q1, %terms ]
  %r = phi double [ %v, %row ], [ %r1, %terms ]
  %k = add nuw nsw i64 %first, %j
  %p = getelementptr inbounds double, ptr %x, i64 %k
  %xj = load double, ptr %p, align 8
  %z = fmul double %v, %xj
  %e = call double @llvm.exp.f64(double %z)
  %s1 = fmul double %s, %e
  %q1 = fmul double %q, %s
  %r1 = fmul double %r, %q
  %j1 = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j1, %m
  br i1 %again, label %terms, label %stepped

stepped:
  %sq = fadd double %s1, %q1
  %sqr = fadd double %sq, %r1
  %l = call double @llvm.log.f64(double %sqr)
  %t1 = add nuw nsw i64 %t, 1
  br label %steps

out:
  ret double %v
}
