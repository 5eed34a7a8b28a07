; A virtual table that a constructor puts into memory which its caller made,
; and a call through it in another function.
@vt = internal constant [3 x ptr] [ptr null, ptr @area, ptr @bye]
declare ptr @malloc(i64)

define internal double @area(ptr %this) {
  %p = getelementptr i8, ptr %this, i64 8
  %v = load double, ptr %p
  ret double %v
}
define internal void @bye(ptr %this) {
  ret void
}
define internal void @make(ptr %this, double %a) {
  store ptr getelementptr ([3 x ptr], ptr @vt, i64 0, i64 1), ptr %this
  %p = getelementptr i8, ptr %this, i64 8
  store double %a, ptr %p
  ret void
}
define internal double @ask(ptr %this) {
  %t = load ptr, ptr %this
  %f = load ptr, ptr %t
  %v = call double %f(ptr %this)
  ret double %v
}

; func: virtual
; seed: out ret
; active: %a %v
; shadow: %o
; globals: @vt
; call: @make dup,out
; call: %v dup,ret
define double @virtual(double %a) {
  %o = call ptr @malloc(i64 16)
  call void @make(ptr %o, double %a)
  %v = call double @ask(ptr %o)
  ret double %v
}
