; pass: AddressPhis DCE
; Two addresses change places as integers, and one of them is used as an integer; a counter and an integer that comes from elsewhere stay.
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
  %v = load double, ptr %from
  store double %v, ptr %to
  store double %v, ptr %other
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop
end:
  %last = phi i64 [ %x, %loop ]
  %d = sub i64 %last, %a
  ret i64 %d
}
; want:
; define i64 @f(ptr %p, ptr %q, i64 %n, i64 %w, i1 %empty) {
; entry:
;   %a = ptrtoint ptr %p to i64
;   br i1 %empty, label %none, label %some
;
; none:
;   br label %start
;
; some:
;   br label %start
;
; start:
;   %v.1 = phi ptr [ inttoptr (i64 8 to ptr), %none ], [ %q, %some ]
;   br label %loop
;
; loop:
;   %v.2 = phi ptr [ %v.1, %start ], [ %v.3, %loop ]
;   %v.3 = phi ptr [ %p, %start ], [ %v.2, %loop ]
;   %i = phi i64 [ 0, %start ], [ %i.next, %loop ]
;   %z = phi i64 [ %w, %start ], [ %v.4, %loop ]
;   %v.4 = ptrtoint ptr %v.3 to i64
;   %other = inttoptr i64 %z to ptr
;   %v = load double, ptr %v.2
;   store double %v, ptr %v.3
;   store double %v, ptr %other
;   %i.next = add i64 %i, 1
;   %done = icmp eq i64 %i.next, %n
;   br i1 %done, label %end, label %loop
;
; end:
;   %last = phi i64 [ %v.4, %loop ]
;   %d = sub i64 %last, %a
;   ret i64 %d
; }
