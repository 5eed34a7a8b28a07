; pass: MergeSums
target triple = "x86_64-pc-linux-gnu"

; The next value of the counter is computed twice; flags hold on both ways only.
; The other phi's values are different ones.
define i64 @f(i64 %n, i1 %c) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %s = phi i64 [ 0, %entry ], [ %t, %latch ]
  br i1 %c, label %long, label %short

long:
  %i1 = add nuw nsw i64 %i, 1
  %a = add i64 %s, %i1
  br label %latch

short:
  %i2 = add nsw i64 %i, 1
  %b = add i64 %s, 1
  br label %latch

latch:
  %next = phi i64 [ %i1, %long ], [ %i2, %short ]
  %t = phi i64 [ %a, %long ], [ %b, %short ]
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop

end:
  ret i64 %t
}
; want:
; define i64 @f(i64 %n, i1 %c) {
; entry:
;   br label %loop
;
; loop:
;   %i = phi i64 [ 0, %entry ], [ %v.0, %latch ]
;   %s = phi i64 [ 0, %entry ], [ %t, %latch ]
;   br i1 %c, label %long, label %short
;
; long:
;   %i1 = add nuw nsw i64 %i, 1
;   %a = add i64 %s, %i1
;   br label %latch
;
; short:
;   %i2 = add nsw i64 %i, 1
;   %b = add i64 %s, 1
;   br label %latch
;
; latch:
;   %t = phi i64 [ %a, %long ], [ %b, %short ]
;   %v.0 = add nsw i64 %i, 1
;   %done = icmp eq i64 %v.0, %n
;   br i1 %done, label %end, label %loop
;
; end:
;   ret i64 %t
; }
