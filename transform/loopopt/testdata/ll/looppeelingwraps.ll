; pass: LoopPeeling
target triple = "x86_64-pc-linux-gnu"

; The counter may wrap before it is equal to the number of points.
define void @wraps(ptr noalias %x, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %first = icmp eq i32 %i, 0
  %v = select i1 %first, double 1.0, double 2.0
  %p = getelementptr inbounds double, ptr %x, i32 %i
  store double %v, ptr %p, align 8
  %i.next = add i32 %i, 1
  %c = icmp eq i32 %i.next, %n
  br i1 %c, label %end, label %loop

end:
  ret void
}
; want:
; define void @wraps(ptr noalias %x, i32 %n) {
; entry:
;   br label %loop
;
; loop:
;   %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
;   %first = icmp eq i32 %i, 0
;   %v = select i1 %first, double 1.0, double 2.0
;   %p = getelementptr inbounds double, ptr %x, i32 %i
;   store double %v, ptr %p, align 8
;   %i.next = add i32 %i, 1
;   %c = icmp eq i32 %i.next, %n
;   br i1 %c, label %end, label %loop
;
; end:
;   ret void
; }
