; pass: FullUnroll
; A loop fills a small table of addresses, another one frees what they lead to: each element becomes a register.
declare ptr @malloc(i64)
declare void @free(ptr)
define double @f(i64 %n) {
entry:
  %t = alloca [2 x ptr], align 8
  br label %make
make:
  %i = phi i64 [ 0, %entry ], [ %i.next, %make ]
  %m = call ptr @malloc(i64 %n)
  %to = getelementptr inbounds [2 x ptr], ptr %t, i64 0, i64 %i
  store ptr %m, ptr %to, align 8
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 2
  br i1 %i.done, label %made, label %make
made:
  br label %end
end:
  %j = phi i64 [ 0, %made ], [ %j.next, %end ]
  %from = getelementptr inbounds [2 x ptr], ptr %t, i64 0, i64 %j
  %p = load ptr, ptr %from, align 8
  call void @free(ptr %p)
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 2
  br i1 %j.done, label %out, label %end
out:
  ret double 0.0
}
; want:
; define double @f(i64 %n) {
; entry:
;   %t = alloca [2 x ptr], align 8
;   %v.0 = call ptr @malloc(i64 %n)
;   store ptr %v.0, ptr %t, align 8
;   %m = call ptr @malloc(i64 %n)
;   %to = getelementptr inbounds [2 x ptr], ptr %t, i64 0, i64 1
;   store ptr %m, ptr %to, align 8
;   %v.1 = load ptr, ptr %t, align 8
;   call void @free(ptr %v.1)
;   %from = getelementptr inbounds [2 x ptr], ptr %t, i64 0, i64 1
;   %p = load ptr, ptr %from, align 8
;   call void @free(ptr %p)
;   ret double 0.0
; }
