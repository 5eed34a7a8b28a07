; pass: HalfSlots
; The upper half of a slot is changed.
define double @halved(double %x) {
  %s = alloca double, align 8
  store double %x, ptr %s, align 8
  %p = getelementptr i8, ptr %s, i64 4
  %h = load i32, ptr %p, align 4
  %n = add i32 %h, 1048576
  store i32 %n, ptr %p, align 4
  %r = load double, ptr %s, align 8
  ret double %r
}
; want:
; define double @halved(double %x) {
; b.0:
;   %s = alloca double, align 8
;   %v.0 = alloca i64, align 8
;   store i64 0, ptr %v.0, align 8
;   %v.1 = bitcast double %x to i64
;   store i64 %v.1, ptr %v.0, align 8
;   %p = getelementptr i8, ptr %s, i64 4
;   %v.2 = load i64, ptr %v.0, align 8
;   %v.3 = lshr i64 %v.2, 32
;   %v.4 = trunc i64 %v.3 to i32
;   %n = add i32 %v.4, 1048576
;   %v.5 = load i64, ptr %v.0, align 8
;   %v.6 = and i64 %v.5, 4294967295
;   %v.7 = zext i32 %n to i64
;   %v.8 = shl i64 %v.7, 32
;   %v.9 = or i64 %v.6, %v.8
;   store i64 %v.9, ptr %v.0, align 8
;   %v.10 = load i64, ptr %v.0, align 8
;   %v.11 = bitcast i64 %v.10 to double
;   ret double %v.11
; }
