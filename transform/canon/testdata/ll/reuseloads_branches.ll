; pass: ReuseLoads
; Neither of the loads in the branches dominates the other; the loads at the end see nothing written.
define i32 @branches(ptr %b, i1 %c) {
entry:
  br i1 %c, label %then, label %else
then:
  %n1 = load i32, ptr %b
  br label %exit
else:
  %n2 = load i32, ptr %b
  %n3 = load i32, ptr %b
  %s = add i32 %n2, %n3
  br label %exit
exit:
  %n = phi i32 [ %n1, %then ], [ %s, %else ]
  ret i32 %n
}
; want:
; define i32 @branches(ptr %b, i1 %c) {
; entry:
;   br i1 %c, label %then, label %else
;
; then:
;   %n1 = load i32, ptr %b
;   br label %exit
;
; else:
;   %n2 = load i32, ptr %b
;   %s = add i32 %n2, %n2
;   br label %exit
;
; exit:
;   %n = phi i32 [ %n1, %then ], [ %s, %else ]
;   ret i32 %n
; }
