; Each iteration stores a result that nothing else touches (f), that is read behind the loop (g), or in the place of every
; other one (h).
declare double @llvm.sin.f64(double)

define void @f(ptr noalias %x, ptr noalias %r, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %done ]
  %px = getelementptr inbounds double, ptr %x, i64 %i
  %x0 = load double, ptr %px
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %inner ]
  %u = phi double [ %x0, %loop ], [ %u.next, %inner ]
  %u.next = call double @llvm.sin.f64(double %u)
  %k.next = add nuw nsw i64 %k, 1
  %k.end = icmp eq i64 %k.next, 10
  br i1 %k.end, label %done, label %inner

done:
  %pr = getelementptr inbounds double, ptr %r, i64 %i
  store double %u.next, ptr %pr
  %i.next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %i.next, %n
  br i1 %end, label %exit, label %loop

exit:
  ret void
}

define void @g(ptr noalias %x, ptr noalias %r, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %done ]
  %px = getelementptr inbounds double, ptr %x, i64 %i
  %x0 = load double, ptr %px
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %inner ]
  %u = phi double [ %x0, %loop ], [ %u.next, %inner ]
  %u.next = call double @llvm.sin.f64(double %u)
  %k.next = add nuw nsw i64 %k, 1
  %k.end = icmp eq i64 %k.next, 10
  br i1 %k.end, label %done, label %inner

done:
  %pr = getelementptr inbounds double, ptr %r, i64 %i
  store double %u.next, ptr %pr
  %i.next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %i.next, %n
  br i1 %end, label %exit, label %loop

exit:
  %first = load double, ptr %r
  %twice = fmul double %first, %first
  store double %twice, ptr %r
  ret void
}

define void @h(ptr noalias %x, ptr noalias %r, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %done ]
  %px = getelementptr inbounds double, ptr %x, i64 %i
  %x0 = load double, ptr %px
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %inner ]
  %u = phi double [ %x0, %loop ], [ %u.next, %inner ]
  %u.next = call double @llvm.sin.f64(double %u)
  %k.next = add nuw nsw i64 %k, 1
  %k.end = icmp eq i64 %k.next, 10
  br i1 %k.end, label %done, label %inner

done:
  %odd = and i64 %i, 1
  %pr = getelementptr inbounds double, ptr %r, i64 %odd
  store double %u.next, ptr %pr
  %i.next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %i.next, %n
  br i1 %end, label %exit, label %loop

exit:
  ret void
}
