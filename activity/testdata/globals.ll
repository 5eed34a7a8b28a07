@acc = internal global double 0.0
@cfg = internal global double 3.0
@weights = internal constant [4 x double] [double 1.0, double 2.0, double 3.0, double 4.0]
@tl = internal thread_local global double 0.0
@buf = internal global ptr null
@seen = external global ptr

; func: accumulate
; seed: out ret
; active: %x %v %s %r
; globals: @acc
; shadow:
define double @accumulate(double %x) {
  %v = load double, ptr @acc
  %s = fadd double %v, %x
  store double %s, ptr @acc
  %r = load double, ptr @acc
  ret double %r
}

; func: reads_only
; seed: out ret
; active: %x %r
; globals:
define double @reads_only(double %x) {
  %v = load double, ptr @cfg
  %w = load double, ptr @weights
  %u = fmul double %v, %w
  %r = fmul double %u, %x
  ret double %r
}

; func: thread_local
; seed: out ret
; active: %x %r
; globals: @tl
define double @thread_local(double %x) {
  store double %x, ptr @tl
  %r = load double, ptr @tl
  ret double %r
}

define internal void @put(double %x) {
  store double %x, ptr @acc
  ret void
}
define internal double @get() {
  %v = load double, ptr @acc
  ret double %v
}
; func: through_calls
; seed: out ret
; active: %x %r
; globals: @acc
; call: @put out
; call: %r ret
define double @through_calls(double %x) {
  call void @put(double %x)
  %r = call double @get()
  ret double %r
}

; func: written_not_read
; seed: out ret
; active: %x %r
; globals:
; call: @put inactive
define double @written_not_read(double %x) {
  call void @put(double %x)
  %r = fmul double %x, %x
  ret double %r
}

; func: behind
; seed: out ret
; error: L0312
define double @behind(double %x) {
  %b = load ptr, ptr @seen
  store double %x, ptr %b
  %r = load double, ptr %b
  ret double %r
}

; func: behind_read
; seed: out ret
; active: %x %r
; globals:
define double @behind_read(double %x) {
  %b = load ptr, ptr @seen
  %v = load double, ptr %b
  %r = fmul double %v, %x
  ret double %r
}

declare ptr @malloc(i64)
; func: own_buffer
; seed: out ret
; active: %x %r
; shadow: %m %b
; globals: @buf
define double @own_buffer(double %x) {
  %m = call ptr @malloc(i64 8)
  store ptr %m, ptr @buf
  store double %x, ptr %m
  %b = load ptr, ptr @buf
  %r = load double, ptr %b
  ret double %r
}

@row0 = internal global [2 x double] zeroinitializer
@row1 = internal global [2 x double] zeroinitializer
@rows = internal constant [2 x ptr] [ptr @row0, ptr @row1]
; func: table_of_rows
; seed: out const ret
; active: %x %r
; shadow: %p %q
; globals: @row0 @row1 @rows
define double @table_of_rows(double %x, i64 %k) {
  %p = getelementptr [2 x ptr], ptr @rows, i64 0, i64 %k
  %q = load ptr, ptr %p
  store double %x, ptr %q
  %r = load double, ptr @row0
  ret double %r
}

; func: unknown_origin
; seed: out const ret
; error: L0311
define double @unknown_origin(double %x, i64 %address) {
  %p = inttoptr i64 %address to ptr
  store double %x, ptr %p
  %r = load double, ptr %p
  ret double %r
}
