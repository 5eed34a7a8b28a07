; pass: MaterializeByval
; One struct is changed, the other only read.
%S = type { double, i32 }
declare void @use(ptr byval(%S))
define double @f(ptr byval(%S) align 8 %s, ptr byval(%S) %r) {
  %n = getelementptr %S, ptr %s, i32 0, i32 1
  store i32 3, ptr %n
  %v = load double, ptr %s
  %w = load double, ptr %r
  call void @use(ptr byval(%S) %r)
  %x = fadd double %v, %w
  ret double %x
}
; want:
; define double @f(ptr byval(%S) align 8 %s, ptr byval(%S) %r) {
; b.0:
;   %v.1 = alloca %S, align 8
;   call void @llvm.memcpy.p0.p0.i64(ptr %v.1, ptr %s, i64 16, i1 false)
;   %n = getelementptr %S, ptr %v.1, i32 0, i32 1
;   store i32 3, ptr %n
;   %v = load double, ptr %v.1
;   %w = load double, ptr %r
;   call void @use(ptr byval(%S) %r)
;   %x = fadd double %v, %w
;   ret double %x
; }
