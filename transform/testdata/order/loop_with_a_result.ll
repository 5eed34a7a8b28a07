; order: LoopAliasVersioning before UnifyExits, moving LoopAliasVersioning: reverse, refused

; A loop that writes what may alias what it reads.
define void @f(ptr %k, ptr %p, ptr %q, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %v = load double, ptr %k, align 8
  %o = load double, ptr %q, align 8
  %x = getelementptr double, ptr %p, i64 %i
  %s = fadd double %v, %o
  store double %s, ptr %x, align 8
  %c = fcmp olt double %s, 0.000000e+00
  br i1 %c, label %some, label %latch

some:
  %u = load double, ptr %k, align 8
  br label %latch

latch:
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop

exit:
  ret void
}
