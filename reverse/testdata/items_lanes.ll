; as items.ll, two numbers an element: each lane is for itself
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define void @f(ptr %x, ptr %y, ptr %at, i64 %n, i64 %d) {
entry:
  br label %item

item:
  %i = phi i64 [ 0, %entry ], [ %inext, %itemend ]
  %yi.at = getelementptr inbounds <2 x double>, ptr %y, i64 %i
  %yi = load <2 x double>, ptr %yi.at, align 8
  br label %add

add:
  %j = phi i64 [ 0, %item ], [ %jnext, %add ]
  %s = phi <2 x double> [ zeroinitializer, %item ], [ %s2, %add ]
  %at.at = getelementptr inbounds i64, ptr %at, i64 %j
  %k = load i64, ptr %at.at, align 8
  %xk.at = getelementptr inbounds <2 x double>, ptr %x, i64 %k
  %xk = load <2 x double>, ptr %xk.at, align 8
  %sq = fmul <2 x double> %xk, %xk
  %t = fmul <2 x double> %sq, %yi
  %s2 = fadd <2 x double> %s, %t
  %jnext = add nuw nsw i64 %j, 1
  %added = icmp eq i64 %jnext, %d
  br i1 %added, label %itemend, label %add

itemend:
  store <2 x double> %s2, ptr %yi.at, align 8
  %inext = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %inext, %n
  br i1 %done, label %exit, label %item

exit:
  ret void
}
