; pass: Devectorize
; A sum that every iteration stores, and the vector loop once, behind it.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define void @f(ptr noalias %a, ptr noalias %b, ptr noalias %sum, i64 %n) {
entry:
  %few = icmp ult i64 %n, 2
  br i1 %few, label %pre, label %vector.pre

vector.pre:
  %even = and i64 %n, -2
  br label %vector

vector:
  %k = phi i64 [ 0, %vector.pre ], [ %k.next, %vector ]
  %sums = phi <2 x double> [ <double 0.000000e+00, double -0.000000e+00>, %vector.pre ], [ %sums.next, %vector ]
  %p = getelementptr inbounds double, ptr %a, i64 %k
  %x = load <2 x double>, ptr %p, align 8
  %q = getelementptr inbounds double, ptr %b, i64 %k
  %y = load <2 x double>, ptr %q, align 8
  %z = fmul reassoc <2 x double> %x, %y
  %sums.next = fadd reassoc <2 x double> %z, %sums
  %h = fmul <2 x double> %x, <double 5.000000e-01, double 5.000000e-01>
  store <2 x double> %h, ptr %p, align 8
  %k.next = add nuw i64 %k, 2
  %last = icmp eq i64 %k.next, %even
  br i1 %last, label %middle, label %vector, !llvm.loop !0

middle:
  %all = call reassoc double @llvm.vector.reduce.fadd.v2f64(double -0.000000e+00, <2 x double> %sums.next)
  store double %all, ptr %sum, align 8
  %done = icmp eq i64 %n, %even
  br i1 %done, label %end, label %pre

pre:
  %s.0 = phi double [ 0.000000e+00, %entry ], [ %all, %middle ]
  %i.0 = phi i64 [ 0, %entry ], [ %even, %middle ]
  br label %loop

loop:
  %s = phi double [ %s.next, %loop ], [ %s.0, %pre ]
  %i = phi i64 [ %i.next, %loop ], [ %i.0, %pre ]
  %p.1 = getelementptr inbounds double, ptr %a, i64 %i
  %x.1 = load double, ptr %p.1, align 8
  %q.1 = getelementptr inbounds double, ptr %b, i64 %i
  %y.1 = load double, ptr %q.1, align 8
  %z.1 = fmul reassoc double %x.1, %y.1
  %s.next = fadd reassoc double %z.1, %s
  store double %s.next, ptr %sum, align 8
  %h.1 = fmul double %x.1, 5.000000e-01
  store double %h.1, ptr %p.1, align 8
  %i.next = add nuw i64 %i, 1
  %c = icmp eq i64 %i.next, %n
  br i1 %c, label %end, label %loop, !llvm.loop !3

end:
  ret void
}

declare double @llvm.vector.reduce.fadd.v2f64(double, <2 x double>)

!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.loop.isvectorized", i32 1}
!2 = !{!"llvm.loop.unroll.runtime.disable"}
!3 = distinct !{!3, !2, !1}
; want:
; define void @f(ptr noalias %a, ptr noalias %b, ptr noalias %sum, i64 %n) {
; entry:
;   %few = icmp ult i64 %n, 2
;   br label %pre
;
; pre:
;   br label %loop
;
; loop:
;   %s = phi double [ %s.next, %loop ], [ 0.000000e+00, %pre ]
;   %i = phi i64 [ %i.next, %loop ], [ 0, %pre ]
;   %p.1 = getelementptr inbounds double, ptr %a, i64 %i
;   %x.1 = load double, ptr %p.1, align 8
;   %q.1 = getelementptr inbounds double, ptr %b, i64 %i
;   %y.1 = load double, ptr %q.1, align 8
;   %z.1 = fmul reassoc double %x.1, %y.1
;   %s.next = fadd reassoc double %z.1, %s
;   store double %s.next, ptr %sum, align 8
;   %h.1 = fmul double %x.1, 5.000000e-01
;   store double %h.1, ptr %p.1, align 8
;   %i.next = add nuw i64 %i, 1
;   %c = icmp eq i64 %i.next, %n
;   br i1 %c, label %loopexit.1, label %loop
;
; loopexit.1:
;   br label %end
;
; end:
;   ret void
; }
