; Functions called through a constant table, a local pointer, and a library
; function's address.
; x = 0.5, 1.25
@ops = internal constant [3 x ptr] [ptr @square, ptr @sin, ptr @scale]
declare double @sin(double)
define internal double @square(double %v) {
  %r = fmul double %v, %v
  ret double %r
}
define internal double @scale(double %v) {
  %r = fmul double %v, 3.0
  ret double %r
}
define double @f(ptr %p) {
entry:
  %p1 = getelementptr double, ptr %p, i64 1
  %y = load double, ptr %p1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %n, %loop ]
  %acc = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %at = getelementptr ptr, ptr @ops, i64 %i
  %fn = load ptr, ptr %at
  %x = load double, ptr %p
  %v = call double %fn(double %x)
  %w = fmul double %v, %y
  %sum = fadd double %acc, %w
  %n = add i64 %i, 1
  %more = icmp ult i64 %n, 3
  br i1 %more, label %loop, label %done
done:
  ret double %sum
}
