; pass: UnifyExits
declare void @abort()
declare i32 @g(i32)
define i32 @f(i32 %n) {
entry:
  switch i32 %n, label %a [
    i32 1, label %b
    i32 2, label %c
  ]
a:
  ret i32 %n
b:
  %t = musttail call i32 @g(i32 %n)
  ret i32 %t
c:
  call void @abort()
  unreachable
}
; want:
; define i32 @f(i32 %n) {
; entry:
;   switch i32 %n, label %a [
;     i32 1, label %b
;     i32 2, label %c
;   ]
;
; a:
;   br label %exit.1
;
; b:
;   %t = call i32 @g(i32 %n)
;   br label %exit.1
;
; c:
;   call void @abort()
;   unreachable
;
; exit.1:
;   %v.0 = phi i32 [ %n, %a ], [ %t, %b ]
;   ret i32 %v.0
; }
