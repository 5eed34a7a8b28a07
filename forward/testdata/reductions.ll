; Reductions of vectors, in order and not, and choices.
; x = 1.5, 2.5, 0.25, -3
declare double @llvm.vector.reduce.fadd.v4f64(double, <4 x double>)
declare double @llvm.vector.reduce.fmul.v4f64(double, <4 x double>)
declare double @llvm.vector.reduce.fmax.v4f64(<4 x double>)
declare double @llvm.vector.reduce.fmin.v4f64(<4 x double>)
define double @f(ptr %p) {
  %v = load <4 x double>, ptr %p, align 8
  %w = fmul <4 x double> %v, %v
  %a = call double @llvm.vector.reduce.fadd.v4f64(double 0.5, <4 x double> %w)
  %m = call double @llvm.vector.reduce.fmul.v4f64(double %a, <4 x double> %v)
  %x = call double @llvm.vector.reduce.fmax.v4f64(<4 x double> %v)
  %n = call double @llvm.vector.reduce.fmin.v4f64(<4 x double> %v)
  %k = fmul double %x, %n
  %r = fadd double %m, %k
  ret double %r
}
