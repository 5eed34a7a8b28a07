; A sum of exp(x[i])*c, delivered through a pointer that may be any memory.
declare double @llvm.exp.f64(double)

define void @f(ptr %x, i32 %n, ptr %out) {
entry:
  %c = load double, ptr %x, align 8
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s2, %loop ]
  %w = sext i32 %i to i64
  %p = getelementptr inbounds double, ptr %x, i64 %w
  %v = load double, ptr %p, align 8
  %e = call double @llvm.exp.f64(double %v)
  %m = fmul double %e, %c
  %s2 = fadd double %s, %m
  %i2 = add nuw nsw i32 %i, 1
  %d = icmp eq i32 %i2, %n
  br i1 %d, label %done, label %loop

done:
  store double %s2, ptr %out, align 8
  ret void
}
