; pass: ReuseLoads
; A store behind the first load of each address may write there.
define i32 @written(ptr %b, ptr %q, i1 %c) {
entry:
  store i32 7, ptr %q
  %n0 = load i32, ptr %b
  %m0 = load i32, ptr %q
  br i1 %c, label %then, label %else
then:
  %n1 = load i32, ptr %b
  store i32 %n1, ptr %q
  br label %else
else:
  %n2 = load i32, ptr %b
  %m1 = load i32, ptr %q
  %s = add i32 %n2, %m1
  ret i32 %s
}
; want:
; define i32 @written(ptr %b, ptr %q, i1 %c) {
; entry:
;   store i32 7, ptr %q
;   %n0 = load i32, ptr %b
;   %m0 = load i32, ptr %q
;   br i1 %c, label %then, label %else
;
; then:
;   %n1 = load i32, ptr %b
;   store i32 %n1, ptr %q
;   br label %else
;
; else:
;   %n2 = load i32, ptr %b
;   %m1 = load i32, ptr %q
;   %s = add i32 %n2, %m1
;   ret i32 %s
; }
