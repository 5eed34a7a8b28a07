; pass: LoopPeeling
target triple = "x86_64-pc-linux-gnu"

; The condition changes in the midst of the loop.
define void @half(ptr noalias %x, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %early = icmp ult i64 %i, 100
  %v = select i1 %early, double 1.0, double 2.0
  %p = getelementptr inbounds double, ptr %x, i64 %i
  store double %v, ptr %p, align 8
  %i.next = add nuw nsw i64 %i, 1
  %c = icmp eq i64 %i.next, %n
  br i1 %c, label %end, label %loop

end:
  ret void
}
; want:
; define void @half(ptr noalias %x, i64 %n) {
; entry:
;   br label %loop
;
; loop:
;   %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
;   %early = icmp ult i64 %i, 100
;   %v = select i1 %early, double 1.0, double 2.0
;   %p = getelementptr inbounds double, ptr %x, i64 %i
;   store double %v, ptr %p, align 8
;   %i.next = add nuw nsw i64 %i, 1
;   %c = icmp eq i64 %i.next, %n
;   br i1 %c, label %end, label %loop
;
; end:
;   ret void
; }
