; pass: LoopSimplify
; Two entries to the header, two latches, an exit shared with code outside.
define i32 @f(i32 %n, i1 %c) {
entry:
  br i1 %c, label %p, label %q
p:
  br i1 %c, label %loop, label %out
q:
  br label %loop
loop:
  %i = phi i32 [ 0, %p ], [ %n, %q ], [ %j, %a ], [ 7, %b ]
  %j = add i32 %i, 1
  %d = icmp eq i32 %j, 50
  br i1 %d, label %out, label %body
body:
  %e = icmp eq i32 %j, 60
  br i1 %e, label %a, label %b
a:
  br label %loop
b:
  %g = icmp eq i32 %j, 70
  br i1 %g, label %loop, label %out
out:
  %r = phi i32 [ 1, %p ], [ %i, %loop ], [ %j, %b ]
  ret i32 %r
}
; want:
; define i32 @f(i32 %n, i1 %c) {
; entry:
;   br i1 %c, label %p, label %q
;
; p:
;   br i1 %c, label %preheader.1, label %out
;
; q:
;   br label %preheader.1
;
; preheader.1:
;   %v.0 = phi i32 [ 0, %p ], [ %n, %q ]
;   br label %loop
;
; loop:
;   %i = phi i32 [ %v.0, %preheader.1 ], [ %v.1, %latch.2 ]
;   %j = add i32 %i, 1
;   %d = icmp eq i32 %j, 50
;   br i1 %d, label %loopexit.3, label %body
;
; body:
;   %e = icmp eq i32 %j, 60
;   br i1 %e, label %a, label %b
;
; a:
;   br label %latch.2
;
; b:
;   %g = icmp eq i32 %j, 70
;   br i1 %g, label %latch.2, label %loopexit.3
;
; latch.2:
;   %v.1 = phi i32 [ %j, %a ], [ 7, %b ]
;   br label %loop
;
; loopexit.3:
;   %v.2 = phi i32 [ %i, %loop ], [ %j, %b ]
;   br label %out
;
; out:
;   %r = phi i32 [ 1, %p ], [ %v.2, %loopexit.3 ]
;   ret i32 %r
; }
