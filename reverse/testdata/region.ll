; Threads sum over paths; each path is a loop of its own. After the region of f nothing changes x; g
; writes to it, h frees it.
%ident = type { i32, i32, i32, i32, ptr }
@where = private constant %ident { i32 0, i32 2, i32 0, i32 0, ptr null }
@lock = common global [8 x i32] zeroinitializer

declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @__kmpc_critical(ptr, i32, ptr)
declare void @__kmpc_end_critical(ptr, i32, ptr)
declare double @sin(double)
declare noalias ptr @malloc(i64)
declare void @free(ptr)

define internal void @paths(ptr %id, ptr %bound, ptr %n, ptr %x, ptr %sum) {
entry:
  %thread = load i32, ptr %id
  %last = load i64, ptr %n
  br label %path
path:
  %p = phi i64 [ 0, %entry ], [ %p.next, %path.end ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %path.end ]
  %from = load ptr, ptr %x
  %v0 = load double, ptr %from
  br label %step
step:
  %t = phi i64 [ 0, %path ], [ %t.next, %step ]
  %v = phi double [ %v0, %path ], [ %v.next, %step ]
  %at = getelementptr double, ptr %from, i64 %t
  %c = load double, ptr %at
  %w = call double @sin(double %v)
  %v.next = fmul double %w, %c
  %t.next = add nuw nsw i64 %t, 1
  %t.done = icmp eq i64 %t.next, 4
  br i1 %t.done, label %path.end, label %step
path.end:
  %s.next = fadd double %s, %v.next
  %p.next = add nuw nsw i64 %p, 1
  %p.done = icmp sge i64 %p.next, %last
  br i1 %p.done, label %done, label %path
done:
  call void @__kmpc_critical(ptr @where, i32 %thread, ptr @lock)
  %old = load double, ptr %sum
  %new = fadd double %old, %s.next
  store double %new, ptr %sum
  call void @__kmpc_end_critical(ptr @where, i32 %thread, ptr @lock)
  ret void
}

define double @f(ptr %x, i64 %n) {
  %x.at = alloca ptr
  %n.at = alloca i64
  %sum = alloca double
  store ptr %x, ptr %x.at
  store i64 %n, ptr %n.at
  store double 0.0, ptr %sum
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr @where, i32 3, ptr @paths, ptr %n.at, ptr %x.at, ptr %sum)
  %r = load double, ptr %sum
  ret double %r
}

define double @g(ptr %x, i64 %n) {
  %x.at = alloca ptr
  %n.at = alloca i64
  %sum = alloca double
  store ptr %x, ptr %x.at
  store i64 %n, ptr %n.at
  store double 0.0, ptr %sum
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr @where, i32 3, ptr @paths, ptr %n.at, ptr %x.at, ptr %sum)
  %r = load double, ptr %sum
  store double %r, ptr %x
  ret double %r
}

define double @h(ptr %x, i64 %n) {
  %x.at = alloca ptr
  %n.at = alloca i64
  %sum = alloca double
  %y = call noalias ptr @malloc(i64 32)
  %x0 = load double, ptr %x
  store double %x0, ptr %y
  %y1 = getelementptr double, ptr %y, i64 1
  store double 2.0, ptr %y1
  %y2 = getelementptr double, ptr %y, i64 2
  store double 3.0, ptr %y2
  %y3 = getelementptr double, ptr %y, i64 3
  store double 4.0, ptr %y3
  store ptr %y, ptr %x.at
  store i64 %n, ptr %n.at
  store double 0.0, ptr %sum
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr @where, i32 3, ptr @paths, ptr %n.at, ptr %x.at, ptr %sum)
  %r = load double, ptr %sum
  store ptr %x, ptr %x.at
  call void @free(ptr %y)
  ret double %r
}
