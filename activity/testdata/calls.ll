declare double @mystery(double)
declare void @mystery_ptr(ptr)
declare i32 @peek(ptr nocapture readonly) memory(argmem: read)
declare ptr @malloc(i64)
declare void @free(ptr)
declare double @sin(double)
declare i32 @printf(ptr, ...)

; func: unknown
; seed: out ret
; error: L0104
define double @unknown(double %a) {
  %r = call double @mystery(double %a)
  ret double %r
}

; func: unknown_inactive
; seed: out const ret
; active: %a %r
; call: %k inactive
define double @unknown_inactive(double %a, double %b) {
  %k = call double @mystery(double %b)
  %r = fmul double %a, %k
  ret double %r
}

; func: unknown_useless
; seed: dup
; active:
; call: %n inactive
define i32 @unknown_useless(ptr %x) {
  %n = call i32 @peek(ptr %x)
  ret i32 %n
}

; func: unknown_memory
; seed: dup
; error: L0104
define void @unknown_memory(ptr %x) {
  call void @mystery_ptr(ptr %x)
  ret void
}

; func: unknown_int_memory
; seed: out ret
; active: %a %r
; call: @mystery_ptr inactive
define double @unknown_int_memory(double %a) {
  %n = alloca i32
  call void @mystery_ptr(ptr %n)
  %r = fmul double %a, %a
  ret double %r
}

define internal double @scale(double %x, ptr %table, i32 %n) {
  %p = getelementptr double, ptr %table, i32 %n
  %v = load double, ptr %p
  %r = fmul double %x, %v
  ret double %r
}

; func: use_scale
; seed: out const const ret
; active: %a %r
; call: %r out,const,const,ret
define double @use_scale(double %a, ptr %c, i32 %n) {
  %r = call double @scale(double %a, ptr %c, i32 %n)
  ret double %r
}

; func: use_scale_dup
; seed: const dup const ret
; active: %r
; call: %r const,dup,const,ret
define double @use_scale_dup(double %a, ptr %c, i32 %n) {
  %r = call double @scale(double %a, ptr %c, i32 %n)
  ret double %r
}

define internal ptr @make(i64 %n) {
  %m = call ptr @malloc(i64 %n)
  ret ptr %m
}

; func: fresh
; seed: out const ret
; active: %a %v
; shadow: %m
; call: %m const,retshadow
; call: %i inactive
define double @fresh(double %a, i64 %n) {
  %m = call ptr @make(i64 %n)
  %i = call ptr @make(i64 %n)
  store double %a, ptr %m
  store i32 3, ptr %i
  %v = load double, ptr %m
  ret double %v
}

%struct.S = type { ptr, i32 }
define internal void @init(ptr %s, ptr %x) {
  store ptr %x, ptr %s
  %n = getelementptr %struct.S, ptr %s, i32 0, i32 1
  store i32 4, ptr %n
  ret void
}
define internal double @sum(ptr %s) {
  %x = load ptr, ptr %s
  %v = load double, ptr %x
  ret double %v
}

; func: through_struct
; seed: dup ret
; active: %r
; shadow: %x %s
; maybeconst:
; call: @init dup,dup
; call: %r dup,ret
define double @through_struct(ptr %x) {
  %s = alloca %struct.S
  call void @init(ptr %s, ptr %x)
  %r = call double @sum(ptr %s)
  ret double %r
}

; func: mixed_struct
; seed: dup const const ret
; active: %r
; shadow: %x %s %p
; maybeconst: %p
; call: @init dup,dup,mixed
; call: %r dup,ret,mixed
define double @mixed_struct(ptr %x, ptr %c, i1 %b) {
  %s = alloca %struct.S
  %p = select i1 %b, ptr %x, ptr %c
  call void @init(ptr %s, ptr %p)
  %r = call double @sum(ptr %s)
  ret double %r
}

; func: fact
; seed: out const ret
; active: %x %r %r2 %s
; call: %r out,const,ret
define double @fact(double %x, i32 %n) {
entry:
  %z = icmp eq i32 %n, 0
  br i1 %z, label %done, label %rec
rec:
  %m = sub i32 %n, 1
  %r = call double @fact(double %x, i32 %m)
  %r2 = fmul double %r, %x
  br label %done
done:
  %s = phi double [ %x, %entry ], [ %r2, %rec ]
  ret double %s
}

; func: even
; seed: dup const
; call: @odd dup,const
define void @even(ptr %x, i32 %n) {
entry:
  %z = icmp eq i32 %n, 0
  br i1 %z, label %done, label %rec
rec:
  %m = sub i32 %n, 1
  call void @odd(ptr %x, i32 %m)
  br label %done
done:
  ret void
}
define internal void @odd(ptr %x, i32 %n) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %x
  call void @even(ptr %x, i32 %n)
  ret void
}

define internal void @drop(ptr %p) {
  call void @free(ptr %p)
  ret void
}
; func: freed
; seed: out ret
; call: @drop dup
define double @freed(double %a) {
  %m = call ptr @malloc(i64 8)
  store double %a, ptr %m
  %v = load double, ptr %m
  call void @drop(ptr %m)
  ret double %v
}

define internal double @square(double %x) {
  %r = fmul double %x, %x
  ret double %r
}
define internal double @cube(double %x) {
  %s = fmul double %x, %x
  %r = fmul double %s, %x
  ret double %r
}
; func: pick
; seed: out const ret
; active: %x %r
; shadow: %f
; maybeconst:
; call: %r out,ret,mixed
define double @pick(double %x, i1 %b) {
  %f = select i1 %b, ptr @square, ptr @cube
  %r = call double %f(double %x)
  ret double %r
}

@table = internal constant [2 x ptr] [ptr @square, ptr @cube]
; func: pick_table
; seed: out const ret
; active: %x %r
; shadow: %p %f
; globals: @table
; call: %r out,ret,mixed
define double @pick_table(double %x, i64 %k) {
  %p = getelementptr [2 x ptr], ptr @table, i64 0, i64 %k
  %f = load ptr, ptr %p
  %r = call double %f(double %x)
  ret double %r
}

; func: pick_inactive
; seed: out const ret
; active: %x %r
; shadow:
; globals:
; call: %k inactive
define double @pick_inactive(double %x, i64 %n) {
  %p = getelementptr [2 x ptr], ptr @table, i64 0, i64 %n
  %f = load ptr, ptr %p
  %k = call double %f(double 2.0)
  %r = fmul double %k, %x
  ret double %r
}

; func: callback
; seed: dup out ret
; active: %x %r
; shadow: %f
; call: %r out,ret,mixed
define double @callback(ptr %f, double %x) {
  %r = call double %f(double %x)
  ret double %r
}

; func: callback_const
; seed: const out ret
; error: L0105
define double @callback_const(ptr %f, double %x) {
  %r = call double %f(double %x)
  ret double %r
}

; func: asm
; seed: out ret
; error: L0106
define double @asm(double %x) {
  %r = call double asm "sqrtsd $1, $0", "=x,x"(double %x)
  ret double %r
}

; func: asm_fence
; seed: out ret
; active: %x %r
define double @asm_fence(double %x) {
  call void asm sideeffect "", "~{memory}"()
  %r = fmul double %x, %x
  ret double %r
}

; func: prints
; seed: out dup ret
; active: %x %r
; call: %n inactive
@fmt = private constant [3 x i8] c"%f\00"
define double @prints(double %x, ptr %y) {
  %n = call i32 (ptr, ...) @printf(ptr @fmt, double %x, ptr %y)
  %r = call double @sin(double %x)
  ret double %r
}
