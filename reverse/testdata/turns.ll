; s = 1, n times: a = 0, for i < m: v = x[i] * s, k times v = sin v, a += v; s = damp(a, 2), which calls itself
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare double @sin(double)

define internal double @damp(double %x, i64 %n) {
entry:
  %end = icmp slt i64 %n, 1
  br i1 %end, label %exit, label %more

more:
  %h = fmul double %x, 0.5
  %n1 = add nsw i64 %n, -1
  %r = call double @damp(double %h, i64 %n1)
  %y = call double @sin(double %r)
  br label %exit

exit:
  %v = phi double [ %y, %more ], [ %x, %entry ]
  ret double %v
}

define double @f(ptr %x, i64 %n, i64 %m, i64 %k) {
entry:
  br label %step

step:
  %t = phi i64 [ 0, %entry ], [ %tnext, %stepend ]
  %s = phi double [ 1.000000e+00, %entry ], [ %s2, %stepend ]
  br label %item

item:
  %i = phi i64 [ 0, %step ], [ %inext, %itemend ]
  %a = phi double [ 0.000000e+00, %step ], [ %a2, %itemend ]
  %at = getelementptr inbounds double, ptr %x, i64 %i
  %xi = load double, ptr %at, align 8
  %v0 = fmul double %xi, %s
  br label %round

round:
  %j = phi i64 [ 0, %item ], [ %jnext, %round ]
  %v = phi double [ %v0, %item ], [ %v1, %round ]
  %v1 = call double @sin(double %v)
  %jnext = add nuw nsw i64 %j, 1
  %rounded = icmp eq i64 %jnext, %k
  br i1 %rounded, label %itemend, label %round

itemend:
  %a2 = fadd double %a, %v1
  %inext = add nuw nsw i64 %i, 1
  %added = icmp eq i64 %inext, %m
  br i1 %added, label %stepend, label %item

stepend:
  %s2 = call double @damp(double %a2, i64 2)
  %tnext = add nuw nsw i64 %t, 1
  %done = icmp eq i64 %tnext, %n
  br i1 %done, label %exit, label %step

exit:
  ret double %s2
}
