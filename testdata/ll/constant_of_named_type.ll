; A named struct that is first met as the type of a constant operand, as Crystal's optionals are.
; llad: grad h(2) = 8, 4
%T = type { double, double }
define double @h(double %i) {
  %a = insertvalue %T { double 4.0, double undef }, double %i, 1
  %p = extractvalue %T %a, 0
  %q = extractvalue %T %a, 1
  %y = fmul double %p, %q
  ret double %y
}
