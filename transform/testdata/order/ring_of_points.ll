; order: LoopPeeling before LoopAliasVersioning, moving LoopPeeling: reverse, kept

; Points of a ring and their neighbours, in arrays that may overlap.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define void @f(ptr %x, ptr %y, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %before = add i64 %i, %n
  %before.1 = add i64 %before, -1
  %left = urem i64 %before.1, %n
  %i.next = add nuw nsw i64 %i, 1
  %right = urem i64 %i.next, %n
  %pl = getelementptr inbounds double, ptr %x, i64 %left
  %pr = getelementptr inbounds double, ptr %x, i64 %right
  %l = load double, ptr %pl, align 8
  %r = load double, ptr %pr, align 8
  %p = fmul double %l, %r
  %to = getelementptr inbounds double, ptr %y, i64 %i
  store double %p, ptr %to, align 8
  %c = icmp eq i64 %i.next, %n
  br i1 %c, label %end, label %loop
end:
  ret void
}
