; order: ScalarizePackedLanes before CSE#3, moving ScalarizePackedLanes: reverse, instructions

; Squares of neighbours, as scalars and as lanes of a vector.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define double @f(ptr %u, i64 %n) {
entry:
  br label %flux
flux:
  %i = phi i64 [ 0, %entry ], [ %i.next, %flux ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %flux ]
  %i.next = add nuw nsw i64 %i, 1
  %pa = getelementptr inbounds double, ptr %u, i64 %i
  %a = load double, ptr %pa, align 8
  %pb = getelementptr inbounds double, ptr %u, i64 %i.next
  %b = load double, ptr %pb, align 8
  %aa = fmul double %a, %a
  %bb = fmul double %b, %b
  %x = fmul double %aa, %a
  %y = fmul double %bb, %b
  %ab.0 = insertelement <2 x double> poison, double %a, i64 0
  %ab = insertelement <2 x double> %ab.0, double %b, i64 1
  %squares = fmul <2 x double> %ab, %ab
  %cubes = fmul <2 x double> %squares, %ab
  %left = extractelement <2 x double> %cubes, i64 0
  %right = extractelement <2 x double> %cubes, i64 1
  %p = fmul double %left, %right
  %q = fmul double %x, %y
  %r = fsub double %p, %q
  %s.next = fadd double %s, %r
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %out, label %flux
out:
  ret double %s.next
}
