; pass: RerollReductions
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare double @llvm.fmuladd.f64(double, double, double)

; Three rows of three elements of a matrix with n columns become a loop in a loop; what is
; added behind them stays. A sum of seven terms stays too.
define void @f(ptr %x, ptr %w, i64 %at, i64 %n, ptr %y) {
entry:
  %r0 = getelementptr inbounds double, ptr %x, i64 %at
  %m1 = mul nsw i64 %n, 1
  %i1 = add nsw i64 %m1, %at
  %r1 = getelementptr inbounds double, ptr %x, i64 %i1
  %m2 = mul nsw i64 %n, 2
  %i2 = add nsw i64 %m2, %at
  %r2 = getelementptr inbounds double, ptr %x, i64 %i2
  %a0 = getelementptr inbounds i8, ptr %r0, i64 0
  %u0 = load double, ptr %a0, align 8
  %b0 = getelementptr inbounds double, ptr %w, i64 0
  %v0 = load double, ptr %b0, align 8
  %s0 = call double @llvm.fmuladd.f64(double %u0, double %v0, double 1.0)
  %a1 = getelementptr inbounds i8, ptr %r0, i64 8
  %u1 = load double, ptr %a1, align 8
  %b1 = getelementptr inbounds double, ptr %w, i64 1
  %v1 = load double, ptr %b1, align 8
  %s1 = call double @llvm.fmuladd.f64(double %u1, double %v1, double %s0)
  %a2 = getelementptr inbounds i8, ptr %r0, i64 16
  %u2 = load double, ptr %a2, align 8
  %b2 = getelementptr inbounds double, ptr %w, i64 2
  %v2 = load double, ptr %b2, align 8
  %s2 = call double @llvm.fmuladd.f64(double %u2, double %v2, double %s1)
  %a3 = getelementptr inbounds i8, ptr %r1, i64 0
  %u3 = load double, ptr %a3, align 8
  %b3 = getelementptr inbounds double, ptr %w, i64 3
  %v3 = load double, ptr %b3, align 8
  %s3 = call double @llvm.fmuladd.f64(double %u3, double %v3, double %s2)
  %a4 = getelementptr inbounds i8, ptr %r1, i64 8
  %u4 = load double, ptr %a4, align 8
  %b4 = getelementptr inbounds double, ptr %w, i64 4
  %v4 = load double, ptr %b4, align 8
  %s4 = call double @llvm.fmuladd.f64(double %u4, double %v4, double %s3)
  %a5 = getelementptr inbounds i8, ptr %r1, i64 16
  %u5 = load double, ptr %a5, align 8
  %b5 = getelementptr inbounds double, ptr %w, i64 5
  %v5 = load double, ptr %b5, align 8
  %s5 = call double @llvm.fmuladd.f64(double %u5, double %v5, double %s4)
  %a6 = getelementptr inbounds i8, ptr %r2, i64 0
  %u6 = load double, ptr %a6, align 8
  %b6 = getelementptr inbounds double, ptr %w, i64 6
  %v6 = load double, ptr %b6, align 8
  %s6 = call double @llvm.fmuladd.f64(double %u6, double %v6, double %s5)
  %a7 = getelementptr inbounds i8, ptr %r2, i64 8
  %u7 = load double, ptr %a7, align 8
  %b7 = getelementptr inbounds double, ptr %w, i64 7
  %v7 = load double, ptr %b7, align 8
  %s7 = call double @llvm.fmuladd.f64(double %u7, double %v7, double %s6)
  %a8 = getelementptr inbounds i8, ptr %r2, i64 16
  %u8 = load double, ptr %a8, align 8
  %b8 = getelementptr inbounds double, ptr %w, i64 8
  %v8 = load double, ptr %b8, align 8
  %s8 = call double @llvm.fmuladd.f64(double %u8, double %v8, double %s7)
  %s9 = fadd double %s8, %u0
  store double %s9, ptr %y, align 8
  %c0 = getelementptr inbounds double, ptr %w, i64 20
  %t0 = load double, ptr %c0, align 8
  %z0 = fsub double %s9, %t0
  %c1 = getelementptr inbounds double, ptr %w, i64 21
  %t1 = load double, ptr %c1, align 8
  %z1 = fsub double %z0, %t1
  %c2 = getelementptr inbounds double, ptr %w, i64 22
  %t2 = load double, ptr %c2, align 8
  %z2 = fsub double %z1, %t2
  %c3 = getelementptr inbounds double, ptr %w, i64 23
  %t3 = load double, ptr %c3, align 8
  %z3 = fsub double %z2, %t3
  %c4 = getelementptr inbounds double, ptr %w, i64 24
  %t4 = load double, ptr %c4, align 8
  %z4 = fsub double %z3, %t4
  %c5 = getelementptr inbounds double, ptr %w, i64 25
  %t5 = load double, ptr %c5, align 8
  %z5 = fsub double %z4, %t5
  %c6 = getelementptr inbounds double, ptr %w, i64 26
  %t6 = load double, ptr %c6, align 8
  %z6 = fsub double %z5, %t6
  store double %z6, ptr %x, align 8
  ret void
}

; want:
; define void @f(ptr %x, ptr %w, i64 %at, i64 %n, ptr %y) {
; entry:
;   %r0 = getelementptr inbounds double, ptr %x, i64 %at
;   %a0 = getelementptr inbounds i8, ptr %r0, i64 0
;   %u0 = load double, ptr %a0, align 8
;   %b0 = getelementptr inbounds double, ptr %w, i64 0
;   br label %sum.2
;
; sum.end.1:
;   %s9 = fadd double %v.14, %u0
;   store double %s9, ptr %y, align 8
;   %c0 = getelementptr inbounds double, ptr %w, i64 20
;   %t0 = load double, ptr %c0, align 8
;   %z0 = fsub double %s9, %t0
;   %c1 = getelementptr inbounds double, ptr %w, i64 21
;   %t1 = load double, ptr %c1, align 8
;   %z1 = fsub double %z0, %t1
;   %c2 = getelementptr inbounds double, ptr %w, i64 22
;   %t2 = load double, ptr %c2, align 8
;   %z2 = fsub double %z1, %t2
;   %c3 = getelementptr inbounds double, ptr %w, i64 23
;   %t3 = load double, ptr %c3, align 8
;   %z3 = fsub double %z2, %t3
;   %c4 = getelementptr inbounds double, ptr %w, i64 24
;   %t4 = load double, ptr %c4, align 8
;   %z4 = fsub double %z3, %t4
;   %c5 = getelementptr inbounds double, ptr %w, i64 25
;   %t5 = load double, ptr %c5, align 8
;   %z5 = fsub double %z4, %t5
;   %c6 = getelementptr inbounds double, ptr %w, i64 26
;   %t6 = load double, ptr %c6, align 8
;   %z6 = fsub double %z5, %t6
;   store double %z6, ptr %x, align 8
;   ret void
;
; sum.2:
;   %v.0 = phi i64 [ 0, %entry ], [ %v.6, %sum.next.3 ]
;   %v.1 = phi double [ 1.0, %entry ], [ %v.14, %sum.next.3 ]
;   %v.2 = mul nsw i64 %v.0, %n
;   %v.3 = getelementptr inbounds double, ptr %a0, i64 %v.2
;   %v.4 = mul nsw i64 %v.0, 3
;   %v.5 = getelementptr inbounds double, ptr %b0, i64 %v.4
;   br label %sum.4
;
; sum.next.3:
;   %v.6 = add nsw i64 %v.0, 1
;   %v.7 = icmp eq i64 %v.6, 3
;   br i1 %v.7, label %sum.end.1, label %sum.2
;
; sum.4:
;   %v.8 = phi i64 [ 0, %sum.2 ], [ %v.15, %sum.4 ]
;   %v.9 = phi double [ %v.1, %sum.2 ], [ %v.14, %sum.4 ]
;   %v.10 = getelementptr inbounds double, ptr %v.3, i64 %v.8
;   %v.11 = getelementptr inbounds double, ptr %v.5, i64 %v.8
;   %v.12 = load double, ptr %v.10, align 8
;   %v.13 = load double, ptr %v.11, align 8
;   %v.14 = call double @llvm.fmuladd.f64(double %v.12, double %v.13, double %v.9)
;   %v.15 = add nsw i64 %v.8, 1
;   %v.16 = icmp eq i64 %v.15, 3
;   br i1 %v.16, label %sum.next.3, label %sum.4
; }
