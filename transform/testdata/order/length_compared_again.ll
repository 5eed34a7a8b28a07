; order: CSE before CorrelatedValuePropagation, moving CSE: reverse, instructions
; order: CorrelatedValuePropagation before SimplifyCFG#3, moving CorrelatedValuePropagation: reverse, instructions
; order: SROA before Mem2Reg, moving Mem2Reg: reverse, instructions

; A length that is a member of a struct is compared with zero again behind a branch that
; has done so.
define double @f(ptr %x, i64 %n) {
entry:
  %slice = alloca { ptr, i64 }
  %length = getelementptr inbounds { ptr, i64 }, ptr %slice, i64 0, i32 1
  store ptr %x, ptr %slice
  store i64 %n, ptr %length
  %none = icmp eq i64 %n, 0
  br i1 %none, label %empty, label %some

empty:
  ret double 0.0

some:
  %m = load i64, ptr %length
  %again = icmp eq i64 %m, 0
  br i1 %again, label %panic, label %first

panic:
  %y = getelementptr inbounds double, ptr %x, i64 1
  %u = load double, ptr %y
  %u2 = fmul double %u, %u
  %u3 = fmul double %u2, %u
  ret double %u3

first:
  %data = load ptr, ptr %slice
  %v = load double, ptr %data
  %v2 = fmul double %v, %v
  ret double %v2
}
