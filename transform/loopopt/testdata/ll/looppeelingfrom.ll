; pass: LoopPeeling
target triple = "x86_64-pc-linux-gnu"

; Where the loop starts is not known.
define void @from(ptr noalias %x, i64 %m, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ %m, %entry ], [ %i.next, %loop ]
  %first = icmp eq i64 %i, 0
  %v = select i1 %first, double 1.0, double 2.0
  %p = getelementptr inbounds double, ptr %x, i64 %i
  store double %v, ptr %p, align 8
  %i.next = add nuw nsw i64 %i, 1
  %c = icmp eq i64 %i.next, %n
  br i1 %c, label %end, label %loop

end:
  ret void
}
; want:
; define void @from(ptr noalias %x, i64 %m, i64 %n) {
; entry:
;   br label %loop
;
; loop:
;   %i = phi i64 [ %m, %entry ], [ %i.next, %loop ]
;   %first = icmp eq i64 %i, 0
;   %v = select i1 %first, double 1.0, double 2.0
;   %p = getelementptr inbounds double, ptr %x, i64 %i
;   store double %v, ptr %p, align 8
;   %i.next = add nuw nsw i64 %i, 1
;   %c = icmp eq i64 %i.next, %n
;   br i1 %c, label %end, label %loop
;
; end:
;   ret void
; }
