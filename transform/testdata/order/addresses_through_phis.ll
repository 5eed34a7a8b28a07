; order: AddressPhis before DCE#3, moving AddressPhis: forward, instructions
; cleanup order: InstSimplify before SimplifyCFG, moving InstSimplify: reverse, accesses

; Addresses that are integers in phis, as rustc leaves them for vectors that are swapped.
define i64 @f(ptr %p, ptr %q, i64 %n, i64 %w, i1 %empty) {
entry:
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  br i1 %empty, label %none, label %some

none:
  br label %start

some:
  br label %start

start:
  %c = phi i64 [ 8, %none ], [ %b, %some ]
  br label %loop

loop:
  %i = phi i64 [ 0, %start ], [ %i.next, %loop ]
  %x = phi i64 [ %a, %start ], [ %y, %loop ]
  %y = phi i64 [ %c, %start ], [ %x, %loop ]
  %z = phi i64 [ %w, %start ], [ %x, %loop ]
  %to = inttoptr i64 %x to ptr
  %from = inttoptr i64 %y to ptr
  %other = inttoptr i64 %z to ptr
  %v = load double, ptr %from, align 8
  store double %v, ptr %to, align 8
  store double %v, ptr %other, align 8
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop

end:
  %last = phi i64 [ %x, %loop ]
  %d = sub i64 %last, %a
  ret i64 %d
}
