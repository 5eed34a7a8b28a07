; order: MakeReducible before LoopSimplify, moving MakeReducible: reverse, refused

; A cycle with two entries.
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define double @f(ptr %x, i1 %c, i1 %d) {
entry:
  %p0 = getelementptr inbounds double, ptr %x, i64 0
  %u0 = load double, ptr %p0, align 8
  %p1 = getelementptr inbounds double, ptr %x, i64 1
  %u1 = load double, ptr %p1, align 8
  %p2 = getelementptr inbounds double, ptr %x, i64 2
  %u2 = load double, ptr %p2, align 8
  %p3 = getelementptr inbounds double, ptr %x, i64 3
  %u3 = load double, ptr %p3, align 8
  %p4 = getelementptr inbounds double, ptr %x, i64 4
  %u4 = load double, ptr %p4, align 8
  %p5 = getelementptr inbounds double, ptr %x, i64 5
  %u5 = load double, ptr %p5, align 8
  %p6 = getelementptr inbounds double, ptr %x, i64 6
  %u6 = load double, ptr %p6, align 8
  %p7 = getelementptr inbounds double, ptr %x, i64 7
  %u7 = load double, ptr %p7, align 8
  br i1 %c, label %one, label %two

one:
  %s0 = fadd double 0.000000e+00, %u0
  %s1 = fadd double %s0, %u1
  %s2 = fadd double %s1, %u2
  %s3 = fadd double %s2, %u3
  %s4 = fadd double %s3, %u4
  %s5 = fadd double %s4, %u5
  %s6 = fadd double %s5, %u6
  %s7 = fadd double %s6, %u7
  store double %s7, ptr %p0, align 8
  br i1 %d, label %two, label %end

two:
  br label %one

end:
  ret double %s7
}
