; pass: MakeReducible
; b is entered from entry too; t is defined before it and used behind it.
define i32 @f(i1 %c, i32 %n) {
entry:
  br i1 %c, label %left, label %right
left:
  %t = mul i32 %n, %n
  br label %a
right:
  br label %b
a:
  %x = phi i32 [ %t, %left ], [ %z, %b ]
  %x1 = add i32 %x, %n
  %c1 = icmp sgt i32 %x1, 100
  br i1 %c1, label %out, label %b
b:
  %y = phi i32 [ %n, %right ], [ %x1, %a ]
  %z = add i32 %y, 1
  br label %a
out:
  ret i32 %x1
}
; want:
; define i32 @f(i1 %c, i32 %n) {
; entry:
;   br i1 %c, label %left, label %right
;
; left:
;   %t = mul i32 %n, %n
;   br label %dispatch.1
;
; right:
;   br label %dispatch.1
;
; dispatch.1:
;   %v.0 = phi i32 [ 0, %right ], [ 0, %a ], [ 1, %left ], [ 1, %b ]
;   %v.1 = phi i32 [ %n, %right ], [ %x1, %a ], [ poison, %left ], [ poison, %b ]
;   %v.2 = phi i32 [ poison, %right ], [ poison, %a ], [ %t, %left ], [ %z, %b ]
;   switch i32 %v.0, label %b [
;     i32 1, label %a
;   ]
;
; b:
;   %z = add i32 %v.1, 1
;   br label %dispatch.1
;
; a:
;   %x1 = add i32 %v.2, %n
;   %c1 = icmp sgt i32 %x1, 100
;   br i1 %c1, label %out, label %dispatch.1
;
; out:
;   ret i32 %x1
; }
