; pass: SimplifyCFG
; A constant branch, a switch on a constant, a switch with one target, a dead
; block, a phi of one value, straight-line blocks.
define i32 @f(i32 %n) {
entry:
  br i1 true, label %a, label %b
a:
  switch i32 2, label %b [
    i32 1, label %b
    i32 2, label %c
    i32 3, label %c
  ]
b:
  %x = phi i32 [ 1, %entry ], [ 2, %a ], [ 2, %a ]
  br label %d
c:
  %y = phi i32 [ %n, %a ], [ %n, %a ]
  switch i32 %n, label %d [
    i32 1, label %d
  ]
d:
  %z = phi i32 [ %x, %b ], [ %y, %c ], [ %y, %c ]
  br label %loop
loop:
  %i = phi i32 [ %z, %d ], [ %i, %loop ]
  %k = phi i32 [ 0, %d ], [ %l, %loop ]
  %l = add i32 %k, %i
  %m = icmp ult i32 %l, 100
  br i1 %m, label %loop, label %out
out:
  ret i32 %l
}
; want:
; define i32 @f(i32 %n) {
; entry:
;   br label %loop
;
; loop:
;   %k = phi i32 [ 0, %entry ], [ %l, %loop ]
;   %l = add i32 %k, %n
;   %m = icmp ult i32 %l, 100
;   br i1 %m, label %loop, label %out
;
; out:
;   ret i32 %l
; }
