; Elements taken out, put in, shuffled, selected; a splat.
; x = 1.5, 2.5, 0.25, -3
define double @f(ptr %p) {
  %v = load <4 x double>, ptr %p, align 8
  %s = shufflevector <4 x double> %v, <4 x double> <double 1.0, double 2.0, double 3.0, double 4.0>, <4 x i32> <i32 3, i32 5, i32 0, i32 2>
  %e = extractelement <4 x double> %v, i32 1
  %i = insertelement <4 x double> %s, double %e, i32 3
  %c = fcmp ogt <4 x double> %i, <double 1.0, double 1.0, double 1.0, double 1.0>
  %t = select <4 x i1> %c, <4 x double> %i, <4 x double> %v
  %o = insertelement <2 x double> poison, double %e, i32 0
  %b = shufflevector <2 x double> %o, <2 x double> poison, <2 x i32> zeroinitializer
  %b0 = extractelement <2 x double> %b, i32 1
  %sq = fmul <4 x double> %t, %i
  %f = fptrunc <4 x double> %sq to <4 x float>
  %d = fpext <4 x float> %f to <4 x double>
  %a0 = extractelement <4 x double> %d, i32 0
  %a1 = extractelement <4 x double> %sq, i32 1
  %a3 = extractelement <4 x double> %sq, i32 3
  %r0 = fmul double %a0, 0.0
  %r1 = fadd double %r0, %a1
  %r2 = fmul double %r1, %b0
  %r3 = fadd double %r2, %a3
  ret double %r3
}
