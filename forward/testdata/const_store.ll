; Stores, copies and calls through pointers that lead to memory with a shadow
; or to the caller's constant memory.
; x = 1.5, 2.5, -1
; const = 3, 4, 5
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.masked.store.v2f64.p0(<2 x double>, ptr, i32, <2 x i1>)
declare <2 x double> @llvm.masked.load.v2f64.p0(ptr, i32, <2 x i1>, <2 x double>)
define internal double @swap(ptr %a, ptr %b) {
  %x = load double, ptr %a
  %y = load double, ptr %b
  store double %y, ptr %a
  store double %x, ptr %b
  %m = fmul double %x, %y
  ret double %m
}
define double @f(ptr %p, ptr %c) {
  %x = load double, ptr %p
  %big = fcmp ogt double %x, 0.0
  %a = select i1 %big, ptr %p, ptr %c
  %b = select i1 %big, ptr %c, ptr %p
  %a1 = getelementptr double, ptr %a, i64 1
  %b1 = getelementptr double, ptr %b, i64 1
  %va = load double, ptr %a1
  %vb = load double, ptr %b1
  %xx = fmul double %x, %x
  store double %xx, ptr %a1
  store double %vb, ptr %b1
  %s = call double @swap(ptr %a, ptr %b)
  call void @llvm.memcpy.p0.p0.i64(ptr %b1, ptr %a, i64 8, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %a1, ptr %a, i64 16, i1 false)
  %a2 = getelementptr double, ptr %a, i64 2
  %w = load double, ptr %a2
  call void @llvm.memset.p0.i64(ptr %a2, i8 0, i64 8, i1 false)
  %v = call <2 x double> @llvm.masked.load.v2f64.p0(ptr %b, i32 8, <2 x i1> <i1 1, i1 0>, <2 x double> zeroinitializer)
  call void @llvm.masked.store.v2f64.p0(<2 x double> %v, ptr %b1, i32 8, <2 x i1> <i1 1, i1 1>)
  %pe = getelementptr double, ptr %p, i64 1
  %e = load double, ptr %pe
  %m1 = fmul double %va, %w
  %m2 = fmul double %m1, %s
  %m3 = fadd double %m2, %e
  %m4 = fmul double %m3, %vb
  ret double %m4
}
