; malloc, calloc, realloc, free, posix_memalign; a null pointer freed.
; x = 1.5, 2.5
declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare ptr @realloc(ptr, i64)
declare i32 @posix_memalign(ptr, i64, i64)
declare void @free(ptr)
define double @f(ptr %p) {
  %slot = alloca ptr
  %a = call ptr @malloc(i64 16)
  %x = load double, ptr %p
  %p1 = getelementptr double, ptr %p, i64 1
  %y = load double, ptr %p1
  store double %x, ptr %a
  %a1 = getelementptr double, ptr %a, i64 1
  %xy = fmul double %x, %y
  store double %xy, ptr %a1
  %b = call ptr @realloc(ptr %a, i64 32)
  %b1 = getelementptr double, ptr %b, i64 1
  %u = load double, ptr %b1
  %b3 = getelementptr double, ptr %b, i64 3
  store double %u, ptr %b3
  %c = call ptr @calloc(i64 2, i64 8)
  %c0 = load double, ptr %c
  %s = fadd double %c0, %u
  store double %s, ptr %c
  %e = call i32 @posix_memalign(ptr %slot, i64 64, i64 8)
  %d = load ptr, ptr %slot
  %t = load double, ptr %b3
  %tt = fmul double %t, %y
  store double %tt, ptr %d
  %v = load double, ptr %d
  %w = load double, ptr %c
  %r = fmul double %v, %w
  call void @free(ptr %b)
  call void @free(ptr %c)
  call void @free(ptr %d)
  call void @free(ptr null)
  ret double %r
}
