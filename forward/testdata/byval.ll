; A struct passed by a hidden copy that the callee changes, and one returned
; through a pointer.
; x = 0.5, 2.75
%pair = type { double, double }
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal void @g(ptr sret(%pair) %out, ptr byval(%pair) align 8 %in) {
  %a = load double, ptr %in
  %in1 = getelementptr %pair, ptr %in, i32 0, i32 1
  %b = load double, ptr %in1
  %ab = fmul double %a, %b
  store double %ab, ptr %in
  %c = load double, ptr %in
  %cc = fmul double %c, %c
  store double %cc, ptr %out
  %out1 = getelementptr %pair, ptr %out, i32 0, i32 1
  store double %a, ptr %out1
  ret void
}
define double @f(ptr %p) {
  %in = alloca %pair
  %out = alloca %pair
  call void @llvm.memcpy.p0.p0.i64(ptr %in, ptr %p, i64 16, i1 false)
  call void @g(ptr sret(%pair) %out, ptr byval(%pair) align 8 %in)
  %o1p = getelementptr %pair, ptr %out, i32 0, i32 1
  %o0 = load double, ptr %out
  %o1 = load double, ptr %o1p
  %i0 = load double, ptr %in
  %m = fmul double %o0, %o1
  %r = fadd double %m, %i0
  ret double %r
}
