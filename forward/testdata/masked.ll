; Loads and stores under a mask, gather and scatter.
; x = 1.5, 2.5, 0.25, -3
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, i32, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, i32, <4 x i1>)
declare <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x double>)
declare void @llvm.masked.scatter.v4f64.v4p0(<4 x double>, <4 x ptr>, i32, <4 x i1>)
define double @f(ptr %p) {
  %v = call <4 x double> @llvm.masked.load.v4f64.p0(ptr %p, i32 8, <4 x i1> <i1 1, i1 1, i1 0, i1 1>, <4 x double> <double 7.0, double 7.0, double 7.0, double 7.0>)
  %w = fmul <4 x double> %v, %v
  call void @llvm.masked.store.v4f64.p0(<4 x double> %w, ptr %p, i32 8, <4 x i1> <i1 1, i1 0, i1 1, i1 0>)
  %a = getelementptr double, ptr %p, <4 x i64> <i64 2, i64 0, i64 1, i64 3>
  %g = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %a, i32 8, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x double> %v)
  %h = fmul <4 x double> %g, %v
  call void @llvm.masked.scatter.v4f64.v4p0(<4 x double> %h, <4 x ptr> %a, i32 8, <4 x i1> <i1 0, i1 1, i1 1, i1 1>)
  %s = load double, ptr %p
  %q = getelementptr double, ptr %p, i64 3
  %t = load double, ptr %q
  %m = fmul double %s, %t
  ret double %m
}
