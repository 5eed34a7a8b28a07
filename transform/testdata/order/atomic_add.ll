; order: RecognizeAtomicAdd before SimplifyCFG#3, moving RecognizeAtomicAdd: forward, instructions

; A compare-and-exchange loop that adds to a float.
define double @f(ptr %s, double %x) {
entry:
  %first = load atomic i64, ptr %s monotonic, align 8
  br label %again

again:
  %bits = phi i64 [ %first, %entry ], [ %seen, %again ]
  %old = bitcast i64 %bits to double
  %sum = fadd double %x, %old
  %new = bitcast double %sum to i64
  %pair = cmpxchg ptr %s, i64 %bits, i64 %new monotonic monotonic, align 8
  %seen = extractvalue { i64, i1 } %pair, 0
  %done = extractvalue { i64, i1 } %pair, 1
  br i1 %done, label %next, label %again

next:
  %first2 = load atomic i64, ptr %s monotonic, align 8
  br label %again2

again2:
  %bits2 = phi i64 [ %first2, %next ], [ %seen2, %again2 ]
  %old2 = bitcast i64 %bits2 to double
  %product = fmul double %x, %old2
  %new2 = bitcast double %product to i64
  %pair2 = cmpxchg ptr %s, i64 %bits2, i64 %new2 monotonic monotonic, align 8
  %seen2 = extractvalue { i64, i1 } %pair2, 0
  %done2 = extractvalue { i64, i1 } %pair2, 1
  br i1 %done2, label %exit, label %again2

exit:
  ret double %old
}
