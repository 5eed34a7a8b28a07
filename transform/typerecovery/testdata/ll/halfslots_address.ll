; pass: HalfSlots
; An address that goes elsewhere.
declare void @other(ptr)
define double @kept(double %x) {
  %s = alloca double, align 8
  store double %x, ptr %s, align 8
  store i32 0, ptr %s, align 4
  call void @other(ptr %s)
  %r = load double, ptr %s, align 8
  ret double %r
}
; want:
; define double @kept(double %x) {
; b.0:
;   %s = alloca double, align 8
;   store double %x, ptr %s, align 8
;   store i32 0, ptr %s, align 4
;   call void @other(ptr %s)
;   %r = load double, ptr %s, align 8
;   ret double %r
; }
