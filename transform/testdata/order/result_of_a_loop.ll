; order: InstSimplify#3 before LCSSA, moving LCSSA: reverse, refused
; order: LoopSimplify before LCSSA, moving LoopSimplify: reverse, kept

; The result of one loop is read in another.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define double @f(ptr %x, ptr %y, i64 %n, i1 %again) {
entry:
  br label %sum

sum:
  %i = phi i64 [ 0, %entry ], [ %i.next, %sum ]
  %s = phi double [ 0.000000e+00, %entry ], [ %s.next, %sum ]
  %p = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %p, align 8
  %s.next = fadd double %s, %v
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %scale, label %sum

scale:
  %j = phi i64 [ 0, %sum ], [ %j.next, %next ]
  br i1 %again, label %some, label %next

some:
  %q = getelementptr inbounds double, ptr %y, i64 %j
  %w = load double, ptr %q, align 8
  %r = fdiv double %w, %s.next
  store double %r, ptr %q, align 8
  br label %next

next:
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %end, label %scale

end:
  ret double %s.next
}
