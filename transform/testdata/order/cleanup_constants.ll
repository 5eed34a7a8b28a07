; cleanup order: Mem2Reg before InstSimplify, moving Mem2Reg: reverse, instructions

; Index arithmetic of the generator on constants.
define i32 @f(i1 %c, i32 %n, double %x, ptr %p) {
entry:
  %b = zext i1 %c to i8
  %t = trunc i8 %b to i1
  %i = zext i1 %t to i32
  %z = icmp ne i32 %i, 0
  %s = select i1 %z, i32 %n, i32 3
  %k = mul i32 5, 7
  %m = add i32 %s, 0
  %o = xor i32 %k, 3
  %q = shl i32 %o, 31
  %bad = shl i32 %o, 32
  %w = sext i32 %m to i64
  %v = trunc i64 %w to i32
  %f = fadd double %x, 0.000000e+00
  store double %f, ptr %p, align 8
  %g = getelementptr inbounds [4 x double], ptr %p, i64 0, i64 0
  store double 1.000000e+00, ptr %g, align 8
  %a = insertvalue { i32, i32 } poison, i32 %v, 0
  %a2 = insertvalue { i32, i32 } %a, i32 %q, 1
  %e = extractvalue { i32, i32 } %a2, 0
  %h = add i32 %e, %bad
  ret i32 %h
}
