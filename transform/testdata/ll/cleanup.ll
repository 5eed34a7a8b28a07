; pass: CleanUp
; An accumulator, a slot that is only written, blocks in a row.
declare void @llvm.lifetime.start.p0(i64, ptr)
define double @f(ptr %p, i64 %n) {
entry:
  %acc = alloca double
  %dead = alloca [4 x double]
  call void @llvm.lifetime.start.p0(i64 32, ptr %dead)
  store double 0.0, ptr %acc
  br label %next
next:
  %v = load double, ptr %p
  %o = load double, ptr %acc
  %s = fadd double %o, %v
  store double %s, ptr %acc
  %g = getelementptr [4 x double], ptr %dead, i64 0, i64 %n
  store double %s, ptr %g
  br label %last
last:
  %r = load double, ptr %acc
  ret double %r
}
; want:
; define double @f(ptr %p, i64 %n) {
; entry:
;   %v = load double, ptr %p
;   %s = fadd double 0.0, %v
;   ret double %s
; }
