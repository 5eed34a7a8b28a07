; What the recursive function squares has been read before in a loop, whose adjoints need what it was.

define double @f(ptr %x, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %at = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %at, align 8
  %vv = fmul double %v, %v
  %sum = fadd double %s, %vv
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  call void @square(ptr %x, i64 %n)
  %t = load double, ptr %x, align 8
  %r = fmul double %sum, %t
  ret double %r
}

define internal void @square(ptr %x, i64 %n) noinline {
entry:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %done, label %some

some:
  %k = add i64 %n, -1
  %p = getelementptr inbounds double, ptr %x, i64 %k
  %v = load double, ptr %p, align 8
  %vv = fmul double %v, %v
  store double %vv, ptr %p, align 8
  call void @square(ptr %x, i64 %k)
  br label %done

done:
  ret void
}
