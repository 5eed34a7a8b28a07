target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare double @llvm.fmuladd.f64(double, double, double)

; The last state is computed though nothing uses it; so is, in quotients, a quotient by it.
define double @steps(double %x0, double %y, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %x = phi double [ %x0, %entry ], [ %x.next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %loop ]
  %s.next = fadd double %s, %x
  %xx = fmul double %x, %x
  %x.next = call double @llvm.fmuladd.f64(double %xx, double %y, double %x)
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop

end:
  ret double %s.next
}

define double @quotients(double %x0, double %y, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %x = phi double [ %x0, %entry ], [ %x.next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %loop ]
  %s.next = fadd double %s, %x
  %quotient = fdiv double %y, %x
  %x.next = fmul double %quotient, %y
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop

end:
  ret double %s.next
}

; A state that is divided by its length for the next iteration: one condition for each adjoint outside.
define double @normalised(double %x0, double %y, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %x = phi double [ %x0, %entry ], [ %x.next, %loop ]
  %z = phi double [ %y, %entry ], [ %z.next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %loop ]
  %t = fadd double %s, %x
  %s.next = fadd double %t, %z
  %xx = fmul double %x, %x
  %square = call double @llvm.fmuladd.f64(double %z, double %z, double %xx)
  %length = call double @llvm.sqrt.f64(double %square)
  %inverse = fdiv double 1.0, %length
  %x.next = fmul double %inverse, %x
  %z.next = fmul double %inverse, %z
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop

end:
  ret double %s.next
}

declare double @llvm.sqrt.f64(double)

; Control may leave in front of the end, where the next state is not dropped for that alone.
define double @kept(double %x0, double %y, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %more ]
  %x = phi double [ %x0, %entry ], [ %x.next, %more ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %more ]
  %s.next = fadd double %s, %x
  %quotient = fdiv double %y, %x
  %x.next = fmul double %quotient, %y
  %large = fcmp ogt double %x, 1.0e+3
  br i1 %large, label %end, label %more

more:
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop

end:
  ret double %s.next
}
