; pass: FloatBits DCE
; The digits of a root are found by comparisons, its exponent is half of that of x: the
; bits stay those of a float with a derivative, which the analysis refuses.
define double @f(double %x, i64 %n) {
entry:
  %b = bitcast double %x to i64
  %e = lshr i64 %b, 52
  %half = lshr i64 %e, 1
  br label %loop
loop:
  %q = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %q, %n
  %more = icmp ult i64 %next, 1000
  br i1 %more, label %loop, label %out
out:
  %top = shl i64 %half, 52
  %sum = add i64 %top, %q
  %r = bitcast i64 %sum to double
  %two = shl i64 %e, 52
  %scale = bitcast i64 %two to double
  %s = fadd double %r, %scale
  ret double %s
}
; want:
; define double @f(double %x, i64 %n) {
; entry:
;   %v.0 = bitcast double %x to i64
;   %v.1 = lshr i64 %v.0, 52
;   %half = lshr i64 %v.1, 1
;   br label %loop
;
; loop:
;   %q = phi i64 [ 0, %entry ], [ %next, %loop ]
;   %next = add i64 %q, %n
;   %more = icmp ult i64 %next, 1000
;   br i1 %more, label %loop, label %out
;
; out:
;   %top = shl i64 %half, 52
;   %sum = add i64 %top, %q
;   %r = bitcast i64 %sum to double
;   %two = shl i64 %v.1, 52
;   %scale = bitcast i64 %two to double
;   %s = fadd double %r, %scale
;   ret double %s
; }
