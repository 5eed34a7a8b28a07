; Members of the elements of an array: pointers to active memory in one, to other memory
; in the other, whichever element is accessed, and in a copy of the array.
;
; func: members
; seed: dup const const ret
; shadow: %x %a %p0 %p1 %q0 %b %c0 %d0
;
; func: moved
; seed: dup const const ret
; shadow: %x %a %p0 %p1 %q1 %m
;
; func: rounds
; seed: dup const const ret
; shadow: %x %a %p %old %q %c %l
;
; func: counted
; seed: dup ret
; active: %v %r
declare ptr @malloc(i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define double @members(ptr %x, i64 %n, i64 %k) {
  %a = call ptr @malloc(i64 %n)
  %own = call ptr @malloc(i64 %n)
  %p0 = getelementptr { ptr, ptr }, ptr %a, i64 %k, i32 0
  store ptr %x, ptr %p0
  %p1 = getelementptr { ptr, ptr }, ptr %a, i64 %k, i32 1
  store ptr %own, ptr %p1
  %b = call ptr @malloc(i64 %n)
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 %n, i1 false)
  %c0 = getelementptr { ptr, ptr }, ptr %b, i64 %n, i32 0
  %q0 = load ptr, ptr %c0
  %v = load double, ptr %q0
  %d0 = getelementptr { ptr, ptr }, ptr %b, i64 %n, i32 1
  %o = load ptr, ptr %d0
  %w = load double, ptr %o
  %r = fadd double %v, %w
  ret double %r
}
define double @moved(ptr %x, i64 %n, i64 %k) {
  %a = call ptr @malloc(i64 %n)
  %own = call ptr @malloc(i64 %n)
  %p0 = getelementptr { ptr, ptr }, ptr %a, i64 %k, i32 0
  store ptr %own, ptr %p0
  %p1 = getelementptr { ptr, ptr }, ptr %a, i64 %k, i32 1
  store ptr %x, ptr %p1
  %m = getelementptr { ptr, ptr }, ptr %a, i64 %n
  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr %p0, i64 16, i1 false)
  %o = load ptr, ptr %m
  %w = load double, ptr %o
  %q1 = load ptr, ptr %p1
  %v = load double, ptr %q1
  %r = fadd double %v, %w
  ret double %r
}
; A number that is taken from another round of the loop, found to be more than one while
; the loop's own was looked at.
define double @rounds(ptr %x, i64 %n, i64 %k) {
entry:
  %a = call ptr @malloc(i64 %n)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %latch ]
  %p = getelementptr ptr, ptr %a, i64 %i
  %old = load ptr, ptr %p
  %first = icmp eq ptr %old, null
  br i1 %first, label %first.of, label %latch
first.of:
  br label %latch
latch:
  %j = phi i64 [ 0, %first.of ], [ %i, %loop ]
  %q = getelementptr ptr, ptr %a, i64 %j
  store ptr %x, ptr %q
  %i2 = add i64 %j, 3
  %more = icmp slt i64 %i2, %k
  br i1 %more, label %loop, label %done
done:
  %c = getelementptr ptr, ptr %a, i64 3
  %l = load ptr, ptr %c
  %v = load double, ptr %l
  ret double %v
}
; An index that a loop counts from 0 to 2 stays in the array: what stands behind that is another address.
define double @counted(ptr %x) {
entry:
  %s = alloca { [3 x ptr], ptr }
  %own = alloca double
  store double 1.0, ptr %own
  %behind = getelementptr i8, ptr %s, i64 24
  store ptr %own, ptr %behind
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %p = getelementptr [3 x ptr], ptr %s, i64 0, i64 %k
  store ptr %x, ptr %p
  %k1 = add i64 %k, 1
  %last = icmp eq i64 %k1, 3
  br i1 %last, label %done, label %loop
done:
  %q = load ptr, ptr %behind
  %w = load double, ptr %q
  %q0 = load ptr, ptr %s
  %v = load double, ptr %q0
  %r = fadd double %v, %w
  ret double %r
}
