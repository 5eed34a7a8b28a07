target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; y[i] = x[i-1] + 0.5*x[i] - x[i+1] inside of n elements, of which there must be as many as m
define void @f(ptr noalias %x, ptr noalias %y, i64 %n, i64 %m) {
entry:
  %last = add nsw i64 %n, -1
  br label %loop

loop:
  %i = phi i64 [ 1, %entry ], [ %next, %checked ]
  %at = getelementptr inbounds double, ptr %x, i64 %i
  %before = getelementptr i8, ptr %at, i64 -8
  %a = load double, ptr %before, align 8
  %b = load double, ptr %at, align 8
  %next = add nuw nsw i64 %i, 1
  %inside = icmp ult i64 %next, %m
  br i1 %inside, label %checked, label %outside

checked:
  %behind = getelementptr inbounds double, ptr %x, i64 %next
  %c = load double, ptr %behind, align 8
  %half = fmul double %b, 5.000000e-01
  %sum = fadd double %a, %half
  %v = fsub double %sum, %c
  %to = getelementptr inbounds double, ptr %y, i64 %i
  store double %v, ptr %to, align 8
  %done = icmp eq i64 %next, %last
  br i1 %done, label %exit, label %loop

exit:
  ret void

outside:
  call void @abort()
  unreachable
}

declare void @abort()
