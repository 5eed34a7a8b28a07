; order: LoopAliasVersioning before CSE#3, moving LoopAliasVersioning: reverse, instructions
; cleanup order: ScatterToGather before PreventSLP, moving ScatterToGather: reverse, instructions

; A stencil whose reversal updates neighbours.
define void @f(ptr %p, ptr %q, ptr %d, i64 %n) {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %enter, label %out

enter:
  br label %loop

loop:
  %i = phi i64 [ %n, %enter ], [ %before, %next ]
  %at.d = getelementptr double, ptr %d, i64 %i
  %v = load double, ptr %at.d, align 8
  store double 0.000000e+00, ptr %at.d, align 8
  %half = fmul double %v, 5.000000e-01
  %at = getelementptr double, ptr %p, i64 %i
  %right = getelementptr i8, ptr %at, i64 8
  %x = load double, ptr %right, align 8
  %x.new = fadd double %x, %half
  store double %x.new, ptr %right, align 8
  %y = load double, ptr %at, align 8
  %y.new = fsub double %y, %v
  store double %y.new, ptr %at, align 8
  %left = getelementptr i8, ptr %at, i64 -8
  %z = load double, ptr %left, align 8
  %z.new = fadd double %half, %z
  store double %z.new, ptr %left, align 8
  %at.q = getelementptr double, ptr %q, i64 %i
  %w = load double, ptr %at.q, align 8
  %w.new = fadd double %w, %v
  store double %w.new, ptr %at.q, align 8
  %done = icmp eq i64 %i, 1
  br i1 %done, label %out, label %next

next:
  %before = sub i64 %i, 1
  br label %loop

out:
  ret void
}
