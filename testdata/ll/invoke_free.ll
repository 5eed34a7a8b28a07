; an invoke of a function that is known not to throw: nothing comes to its
; landing pad, from which a value goes on to one that another invoke unwinds to
; llad: grad scaled(3, 2) = 18, 12, 9
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define double @scaled(double %x, double %y) personality ptr @rust_eh_personality {
start:
  %p = call ptr @malloc(i64 8)
  store double %x, ptr %p, align 8
  %more = fcmp ogt double %y, 1.0e9
  br i1 %more, label %risky, label %work

risky:
  invoke void @may_throw()
          to label %work unwind label %cleanup

work:
  %a = load double, ptr %p, align 8
  %b = fmul double %a, %a
  %c = fmul double %b, %y
  invoke void @free(ptr %p)
          to label %done unwind label %also

also:
  %e1 = landingpad { ptr, i32 }
          cleanup
  br label %common

cleanup:
  %e2 = landingpad { ptr, i32 }
          cleanup
  br label %common

common:
  %e = phi { ptr, i32 } [ %e1, %also ], [ %e2, %cleanup ]
  %held = phi i1 [ false, %also ], [ true, %cleanup ]
  br i1 %held, label %release, label %on

release:
  call void @free(ptr %p)
  br label %on

on:
  resume { ptr, i32 } %e

done:
  ret double %c
}

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @may_throw()
declare i32 @rust_eh_personality(...)
