; memcpy from a constant, memmove with overlap, memset.
; x = 0.5, 2.75, 1.5
@init = internal constant [3 x double] [double 1.0, double 2.0, double 3.0]
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define double @f(ptr %p) {
  %t = alloca [3 x double]
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %p, i64 24, i1 false)
  %t1 = getelementptr double, ptr %t, i64 1
  %t2 = getelementptr double, ptr %t, i64 2
  call void @llvm.memmove.p0.p0.i64(ptr %t1, ptr %t, i64 16, i1 false)
  %a = load double, ptr %t1
  %b = load double, ptr %t2
  %p1 = getelementptr double, ptr %p, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr %p1, ptr @init, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr %t, i8 0, i64 8, i1 false)
  %c = load double, ptr %t
  %d = load double, ptr %p1
  %ab = fmul double %a, %b
  %cd = fadd double %c, %d
  %r = fmul double %ab, %cd
  ret double %r
}
