; functions with rules, of one and of several results, that are called by invoke
; llad: grad f(3, 2) = 1.5, 6.5, 9
; llad: by names too
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define double @f(double %x, double %y) personality ptr @rust_eh_personality {
start:
  %whole = alloca double, align 8
  %a = invoke double @fma(double %x, double %y, double 5.0e-1)
          to label %more unwind label %cleanup

more:
  %b = invoke double @modf(double %a, ptr %whole)
          to label %done unwind label %cleanup

done:
  %r = fmul double %b, %x
  ret double %r

cleanup:
  %e = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %e
}

declare double @fma(double, double, double)
declare double @modf(double, ptr)
declare i32 @rust_eh_personality(i32, i32, i64, ptr, ptr)
