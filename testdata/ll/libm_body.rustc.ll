; a function of Rust's libm, which works on the bits of its argument, is known by its name
; llad: grad f(4) = 6, 1.25
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define internal double @_ZN4libm4math4sqrt4sqrt17h0123456789abcdefE(double %x) {
  %bits = bitcast double %x to i64
  %half = lshr i64 %bits, 1
  %near = add i64 %half, 2303591209400008704
  %a = bitcast i64 %near to double
  %a1 = fdiv double %x, %a
  %a2 = fadd double %a, %a1
  %b = fmul double %a2, 5.000000e-01
  %b1 = fdiv double %x, %b
  %b2 = fadd double %b, %b1
  %r = fmul double %b2, 5.000000e-01
  ret double %r
}

define double @f(double %x) {
  %r = call double @_ZN4libm4math4sqrt4sqrt17h0123456789abcdefE(double %x)
  %s = fadd double %r, %x
  ret double %s
}
