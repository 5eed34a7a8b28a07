; Numbers that are computed from the bits of floats: they grow with the float unless a shift
; leaves a few bits only, or none of the mantissa.

; func: difference
; seed: out ret
; error: L0203
define double @difference(double %x) {
  %b = bitcast double %x to i64
  %sub = add nsw i64 %b, -4602678819172646912
  %conv = sitofp i64 %sub to double
  %mul = fmul double %conv, 0x3CB0000000000000
  ret double %mul
}

; func: product
; seed: out ret
; error: L0203
define double @product(double %x) {
  %b = bitcast double %x to i64
  %and = and i64 %b, 4503599627370495
  %or = or i64 %and, 4503599627370496
  %conv = zext i64 %or to i128
  %mul = mul nuw nsw i128 %conv, %conv
  %shr = lshr i128 %mul, 64
  %low = trunc i128 %shr to i64
  %n = uitofp i64 %low to double
  ret double %n
}

; func: power
; seed: out ret
; error: L0203
define double @power(double %x) {
  %b = bitcast double %x to i64
  %shr = lshr i64 %b, 32
  %high = trunc i64 %shr to i32
  %sub = add nsw i32 %high, -1072632447
  %n = sitofp i32 %sub to double
  %s = call double @llvm.fmuladd.f64(double %n, double 1.7, double 1072632447.0)
  %i = fptosi double %s to i32
  %w = sext i32 %i to i64
  %shl = shl nsw i64 %w, 32
  %r = bitcast i64 %shl to double
  ret double %r
}

; func: choice
; seed: out ret
; error: L0203
define double @choice(double %x) {
  %b = bitcast double %x to i64
  %m = call i64 @llvm.umax.i64(i64 %b, i64 4607182418800017408)
  %sub = sub i64 %m, 4607182418800017408
  %n = uitofp i64 %sub to double
  ret double %n
}

; func: strict
; seed: out ret
; error: L0203
define double @strict(double %x) strictfp {
  %b = bitcast double %x to i64
  %m = mul i64 %b, 3
  %n = call double @llvm.experimental.constrained.sitofp.f64.i64(i64 %m, metadata !"round.dynamic", metadata !"fpexcept.strict")
  ret double %n
}

; func: exponent
; seed: out ret
; active: %x %mul
define double @exponent(double %x) {
  %b = bitcast double %x to i64
  %shr = lshr i64 %b, 52
  %and = and i64 %shr, 2047
  %sub = add nsw i64 %and, -1023
  %n = sitofp i64 %sub to double
  %mul = fmul double %n, %x
  ret double %mul
}

; func: entry
; seed: out ret
; active: %x %mul
define double @entry(double %x) {
  %b = bitcast double %x to i64
  %shr = lshr i64 %b, 45
  %k = trunc i64 %shr to i32
  %and = and i32 %k, 127
  %n = uitofp i32 %and to double
  %mul = fmul double %n, %x
  ret double %mul
}

; func: rounded
; seed: out ret
; active: %x %mul
define double @rounded(double %x) {
  %i = call i64 @llvm.fptosi.sat.i64.f64(double %x)
  %next = add i64 %i, 1
  %n = sitofp i64 %next to double
  %mul = fmul double %n, %x
  ret double %mul
}

declare double @llvm.fmuladd.f64(double, double, double)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare double @llvm.experimental.constrained.sitofp.f64.i64(i64, metadata, metadata)

; func: tagged
; seed: out ret
; error: L0203
define double @tagged(double %x, i64 %k, ptr %p) {
  %a = alloca [4 x double]
  %q = getelementptr [4 x double], ptr %a, i64 0, i64 %k
  store double %x, ptr %q, !tbaa !0
  %b = load i64, ptr %q, !tbaa !0
  %n = sitofp i64 %b to double
  ret double %n
}

!0 = !{!1, !1, i64 0}
!1 = !{!"double", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C++ TBAA"}
