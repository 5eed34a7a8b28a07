target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Products of neighbours, in steps that overwrite them. SLP has packed two elements of one iteration in a vector, of which each lane is used
; by itself.
define double @f(ptr noalias %u, i64 %n) {
entry:
  %w = alloca [64 x double], align 16
  br label %step

step:
  %t = phi i64 [ 0, %entry ], [ %t.next, %moved ]
  br label %flux

flux:
  %i = phi i64 [ 0, %step ], [ %i.next, %flux ]
  %i.next = add nuw nsw i64 %i, 1
  %pa = getelementptr inbounds double, ptr %u, i64 %i
  %a = load double, ptr %pa, align 8
  %pb = getelementptr inbounds double, ptr %u, i64 %i.next
  %b = load double, ptr %pb, align 8
  %ab.0 = insertelement <2 x double> poison, double %a, i64 0
  %ab = insertelement <2 x double> %ab.0, double %b, i64 1
  %squares = fmul <2 x double> %ab, %ab
  %cubes = fmul <2 x double> %squares, %ab
  %fourth = fmul <2 x double> %cubes, %ab
  %both = fadd <2 x double> %fourth, %ab
  %left = extractelement <2 x double> %both, i64 0
  %right = extractelement <2 x double> %both, i64 1
  %p = fmul double %a, %right
  %s = fadd double %p, %left
  %pw = getelementptr inbounds [64 x double], ptr %w, i64 0, i64 %i
  store double %s, ptr %pw, align 8
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %move, label %flux

move:
  %j = phi i64 [ 0, %flux ], [ %j.next, %move ]
  %pr = getelementptr inbounds [64 x double], ptr %w, i64 0, i64 %j
  %r = load double, ptr %pr, align 8
  %q = fmul double %r, 1.250000e-01
  %pu = getelementptr inbounds double, ptr %u, i64 %j
  store double %q, ptr %pu, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %moved, label %move

moved:
  %t.next = add nuw nsw i64 %t, 1
  %t.done = icmp eq i64 %t.next, 3
  br i1 %t.done, label %sum, label %step

sum:
  %k = phi i64 [ 0, %moved ], [ %k.next, %sum ]
  %total = phi double [ 0.0, %moved ], [ %total.next, %sum ]
  %pk = getelementptr inbounds double, ptr %u, i64 %k
  %v = load double, ptr %pk, align 8
  %total.next = fadd double %total, %v
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %out, label %sum

out:
  ret double %total.next
}
