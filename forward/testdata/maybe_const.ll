; A pointer that leads to memory with a shadow or to a constant table; what is
; reached through it is read, and written where it may be.
; x = 1.5, 2.5, -1
@table = internal constant [2 x double] [double 3.0, double 4.0]
@scratch = internal global double 5.0
define double @f(ptr %p) {
  %x = load double, ptr %p
  %pos = fcmp ogt double %x, 0.0
  %p2 = getelementptr double, ptr %p, i64 2
  %z = load double, ptr %p2
  %neg = fcmp olt double %z, 0.0
  %a = select i1 %neg, ptr @table, ptr %p
  %b = select i1 %pos, ptr %p, ptr @table
  %u = load double, ptr %a
  %v = load double, ptr %b
  %w = fmul double %u, %v
  %m = fmul double %w, %z
  ret double %m
}
