; func: mul
; seed: out out const ret
; active: %a %b %x %y
; shadow:
define double @mul(double %a, double %b, i32 %n) {
entry:
  %x = fmul double %a, %b
  %k = sitofp i32 %n to double
  %y = fadd double %x, %k
  %unused = fmul double %x, 2.0
  ret double %y
}

; func: loop
; seed: dup const const
; active: %v %w
; shadow: %x %p
; maybeconst:
; pieces: %v double
define void @loop(ptr %x, ptr %c, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %j, %body ]
  %p = getelementptr inbounds double, ptr %x, i64 %i
  %q = getelementptr inbounds double, ptr %c, i64 %i
  %v = load double, ptr %p
  %u = load double, ptr %q
  %w = fmul double %v, %u
  store double %w, ptr %p
  %j = add nuw i64 %i, 1
  %e = icmp eq i64 %j, %n
  br i1 %e, label %done, label %body
done:
  ret void
}

; func: local
; seed: out ret
; active: %a %l %r
; shadow: %buf %f
define double @local(double %a) {
entry:
  %buf = alloca [4 x double]
  %ints = alloca [4 x i32]
  %f = getelementptr inbounds [4 x double], ptr %buf, i64 0, i64 1
  store double %a, ptr %f
  store i32 3, ptr %ints
  %k = load i32, ptr %ints
  %l = load double, ptr %f
  %r = fmul double %l, %l
  ret double %r
}

; func: heap
; seed: out const ret
; active: %a %l
; shadow: %m %g
; call: %m active
; call: @free active
define double @heap(double %a, i64 %n) {
entry:
  %bytes = mul i64 %n, 8
  %m = call ptr @malloc(i64 %bytes)
  %idx = call ptr @malloc(i64 %n)
  %g = getelementptr double, ptr %m, i64 %n
  store double %a, ptr %g
  %l = load double, ptr %g
  call void @free(ptr %m)
  call void @free(ptr %idx)
  ret double %l
}
declare ptr @malloc(i64)
declare void @free(ptr)

; func: choose
; seed: dup const const ret
; active: %v
; shadow: %x %p
; maybeconst: %p
define double @choose(ptr %x, ptr %c, i1 %b) {
entry:
  %p = select i1 %b, ptr %x, ptr %c
  %v = load double, ptr %p
  ret double %v
}

; func: nested
; seed: dup ret
; active: %v
; shadow: %s %pp %d
%struct.S = type { i32, ptr, ptr }
define double @nested(ptr %s) {
entry:
  %pn = load i32, ptr %s
  %pp = getelementptr %struct.S, ptr %s, i64 0, i32 1
  %d = load ptr, ptr %pp
  %v = load double, ptr %d
  ret double %v
}
