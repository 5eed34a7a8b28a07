; pass: HalfSlots
; A double or an integer: no half of a double is accessed.
define i64 @either(double %x, i1 %c) {
  %s = alloca double, align 8
  br i1 %c, label %float, label %int
float:
  store double %x, ptr %s, align 8
  br label %out
int:
  store i32 3, ptr %s, align 8
  br label %out
out:
  %r = load i64, ptr %s, align 8
  ret i64 %r
}
; want:
; define i64 @either(double %x, i1 %c) {
; b.0:
;   %s = alloca double, align 8
;   br i1 %c, label %float, label %int
;
; float:
;   store double %x, ptr %s, align 8
;   br label %out
;
; int:
;   store i32 3, ptr %s, align 8
;   br label %out
;
; out:
;   %r = load i64, ptr %s, align 8
;   ret i64 %r
; }
