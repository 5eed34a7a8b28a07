declare <4 x ptr> @llvm.masked.gather.v4p0.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x ptr>)
declare <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x double>)
declare double @llvm.vector.reduce.fadd.v4f64(double, <4 x double>)

; The sum of the squares of one element each of four rows, those that the mask names.
define double @f(ptr %rows, i64 %k) {
  %p = getelementptr ptr, ptr %rows, <4 x i64> <i64 0, i64 1, i64 2, i64 3>
  %r = call <4 x ptr> @llvm.masked.gather.v4p0.v4p0(<4 x ptr> %p, i32 8, <4 x i1> <i1 true, i1 false, i1 true, i1 true>, <4 x ptr> poison)
  %q = getelementptr double, <4 x ptr> %r, i64 %k
  %v = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %q, i32 8, <4 x i1> <i1 true, i1 false, i1 true, i1 true>, <4 x double> zeroinitializer)
  %s = fmul <4 x double> %v, %v
  %sum = call double @llvm.vector.reduce.fadd.v4f64(double 0.0, <4 x double> %s)
  ret double %sum
}
