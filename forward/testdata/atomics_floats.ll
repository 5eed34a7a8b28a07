; Exchanges, minima and a compare-and-exchange loop on numbers.
; x = 1.5, 2.5, 0.25
define double @f(ptr %p) {
entry:
  %q = getelementptr double, ptr %p, i64 1
  %r = getelementptr double, ptr %p, i64 2
  %y = load double, ptr %q
  %z = load double, ptr %r
  %yz = fmul double %y, %z
  %x = atomicrmw xchg ptr %p, double %yz seq_cst
  %a = atomicrmw fmax ptr %q, double %x seq_cst
  %b = atomicrmw fmin ptr %r, double %x seq_cst
  %c = atomicrmw fmin ptr %q, double %yz seq_cst
  br label %loop
loop:
  %bits = load atomic i64, ptr %p monotonic, align 8
  %old = bitcast i64 %bits to double
  %new = fmul double %old, %x
  %newbits = bitcast double %new to i64
  %pair = cmpxchg ptr %p, i64 %bits, i64 %newbits seq_cst seq_cst, align 8
  %ok = extractvalue { i64, i1 } %pair, 1
  br i1 %ok, label %done, label %loop
done:
  %foundbits = extractvalue { i64, i1 } %pair, 0
  %found = bitcast i64 %foundbits to double
  %s = load double, ptr %p
  %t = load double, ptr %q
  %u = fmul double %s, %t
  %v = fmul double %u, %found
  %w = fmul double %v, %b
  ret double %w
}
