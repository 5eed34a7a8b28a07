; Atomic additions of numbers, exchanges of addresses.
; x = 1.5, 2.5, 0.25
define double @f(ptr %p) {
  %slot = alloca ptr
  store ptr %p, ptr %slot
  %q = getelementptr double, ptr %p, i64 1
  %r = getelementptr double, ptr %p, i64 2
  %y = load atomic double, ptr %q seq_cst, align 8
  %z = load double, ptr %r
  %old = atomicrmw fadd ptr %p, double %y seq_cst
  %old2 = atomicrmw fsub ptr %p, double %z monotonic
  %m = fmul double %old, %old2
  store atomic double %m, ptr %r release, align 8
  %was = atomicrmw xchg ptr %slot, ptr %q acq_rel
  %pair = cmpxchg ptr %slot, ptr %q, ptr %r seq_cst seq_cst
  %found = extractvalue { ptr, i1 } %pair, 0
  %now = load ptr, ptr %slot
  %s = load double, ptr %was
  %t = load double, ptr %found
  %u = load double, ptr %now
  %st = fmul double %s, %t
  %stu = fmul double %st, %u
  ret double %stu
}
