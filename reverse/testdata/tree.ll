target triple = "x86_64-pc-linux-gnu"

; The product of x[0..n) by halves, recursively: every call needs its operands.
define internal double @product(ptr %x, i64 %n) {
entry:
  %one = icmp eq i64 %n, 1
  br i1 %one, label %leaf, label %node
leaf:
  %v = load double, ptr %x
  ret double %v
node:
  %h = lshr i64 %n, 1
  %y = getelementptr double, ptr %x, i64 %h
  %m = sub i64 %n, %h
  %a = call double @product(ptr %x, i64 %h)
  %b = call double @product(ptr %y, i64 %m)
  %p = fmul double %a, %b
  ret double %p
}

define double @f(ptr %x, i64 %n) {
  %p = call double @product(ptr %x, i64 %n)
  ret double %p
}

; A callee with a stack object that vectors of 64 bytes are stored to.
define internal double @wide(ptr %x, i64 %n) {
entry:
  %a = alloca [16 x double], align 64
  %v = load <8 x double>, ptr %x, align 8
  %w = fmul <8 x double> %v, %v
  store <8 x double> %w, ptr %a, align 64
  %end = icmp eq i64 %n, 0
  br i1 %end, label %out, label %more
more:
  %m = sub i64 %n, 1
  %r = call double @wide(ptr %x, i64 %m)
  br label %out
out:
  %sum = phi double [ 0.0, %entry ], [ %r, %more ]
  %q = getelementptr double, ptr %a, i64 3
  %e = load double, ptr %q
  %ee = fmul double %e, %e
  %s = fadd double %sum, %ee
  ret double %s
}

define double @g(ptr %x, i64 %n) {
  %p = call double @wide(ptr %x, i64 %n)
  ret double %p
}
