; for i < n: s = 0, for j < d: s += x[at[j]] * x[at[j]] * y[i]; y[i] = s: y may lead to x or at
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define void @f(ptr %x, ptr %y, ptr %at, i64 %n, i64 %d) {
entry:
  br label %item

item:
  %i = phi i64 [ 0, %entry ], [ %inext, %itemend ]
  %yi.at = getelementptr inbounds double, ptr %y, i64 %i
  %yi = load double, ptr %yi.at, align 8
  br label %add

add:
  %j = phi i64 [ 0, %item ], [ %jnext, %add ]
  %s = phi double [ 0.000000e+00, %item ], [ %s2, %add ]
  %at.at = getelementptr inbounds i64, ptr %at, i64 %j
  %k = load i64, ptr %at.at, align 8
  %xk.at = getelementptr inbounds double, ptr %x, i64 %k
  %xk = load double, ptr %xk.at, align 8
  %sq = fmul double %xk, %xk
  %t = fmul double %sq, %yi
  %s2 = fadd double %s, %t
  %jnext = add nuw nsw i64 %j, 1
  %added = icmp eq i64 %jnext, %d
  br i1 %added, label %itemend, label %add

itemend:
  store double %s2, ptr %yi.at, align 8
  %inext = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %inext, %n
  br i1 %done, label %exit, label %item

exit:
  ret void
}
