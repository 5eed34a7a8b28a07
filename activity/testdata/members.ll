; Members of one object that addresses of other members do not lead to: one of two that
; are chosen from, and the single bucket that a hash table holds in itself.
;
; func: chosen
; seed: dup const const ret
; shadow: %x %a %m0 %m1 %at %p %y
;
; func: table
; seed: dup const const ret
; shadow: %x %a %one %t %factor %at %buckets %p %y
declare ptr @malloc(i64)
define double @chosen(ptr %x, i64 %n, i1 %left) {
  %a = call ptr @malloc(i64 %n)
  %own = call ptr @malloc(i64 %n)
  %other = call ptr @malloc(i64 %n)
  %m0 = getelementptr i8, ptr %a, i64 8
  store ptr %own, ptr %m0
  %m1 = getelementptr i8, ptr %a, i64 16
  store ptr %other, ptr %m1
  %at = getelementptr i8, ptr %a, i64 24
  store ptr %x, ptr %at
  %p = select i1 %left, ptr %m0, ptr %m1
  %q = load ptr, ptr %p
  %w = load double, ptr %q
  %y = load ptr, ptr %at
  %v = load double, ptr %y
  %r = fadd double %v, %w
  ret double %r
}
define double @table(ptr %x, i64 %n, i64 %k) {
  %a = call ptr @malloc(i64 %n)
  %own = call ptr @malloc(i64 %n)
  %one = getelementptr i8, ptr %a, i64 56
  %t = getelementptr i8, ptr %a, i64 8
  store ptr %one, ptr %t
  %factor = getelementptr i8, ptr %a, i64 40
  store float 1.0, ptr %factor
  %at = getelementptr i8, ptr %a, i64 64
  store ptr %x, ptr %at
  %buckets = load ptr, ptr %t
  %p = getelementptr ptr, ptr %buckets, i64 %k
  store ptr %own, ptr %p
  %q = load ptr, ptr %p
  %w = load double, ptr %q
  %y = load ptr, ptr %at
  %v = load double, ptr %y
  %r = fadd double %v, %w
  ret double %r
}
