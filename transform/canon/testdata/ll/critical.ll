; pass: SplitCriticalEdges
define i32 @f(i32 %n, i1 %c) {
entry:
  switch i32 %n, label %b [
    i32 1, label %a
    i32 2, label %a
  ]
b:
  br i1 %c, label %a, label %d
d:
  br label %a
a:
  %r = phi i32 [ 1, %entry ], [ 1, %entry ], [ 2, %b ], [ 3, %d ]
  ret i32 %r
}
; want:
; define i32 @f(i32 %n, i1 %c) {
; entry:
;   switch i32 %n, label %b [
;     i32 1, label %edge.1
;     i32 2, label %edge.1
;   ]
;
; b:
;   br i1 %c, label %edge.2, label %d
;
; edge.2:
;   br label %a
;
; d:
;   br label %a
;
; edge.1:
;   br label %a
;
; a:
;   %r = phi i32 [ 3, %d ], [ 1, %edge.1 ], [ 2, %edge.2 ]
;   ret i32 %r
; }
