; An exchange of active numbers.
; x = 0.5, 1
; refuse = L0204
define double @f(ptr %p) {
  %q = getelementptr double, ptr %p, i64 1
  %y = load double, ptr %q
  %r = atomicrmw xchg ptr %p, double %y seq_cst
  ret double %r
}
