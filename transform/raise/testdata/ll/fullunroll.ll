; pass: FullUnroll
declare void @exit(i32)
define ptr @f(ptr %s, ptr %block, i64 %n) {
entry:
  %list = alloca [2 x ptr], align 8
  %b = getelementptr inbounds i8, ptr %s, i64 8
  %second = getelementptr inbounds [2 x ptr], ptr %list, i64 0, i64 1
  store ptr %s, ptr %list, align 8
  store ptr %b, ptr %second, align 8
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %more ]
  %next = phi ptr [ %block, %entry ], [ %then, %more ]
  %in = icmp ult i64 %i, 2
  br i1 %in, label %body, label %done
body:
  %at = getelementptr inbounds [2 x ptr], ptr %list, i64 0, i64 %i
  %to = load ptr, ptr %at, align 8
  store ptr %next, ptr %to, align 8
  %bad = icmp slt i64 %n, 0
  br i1 %bad, label %wrong, label %more
more:
  %then = getelementptr inbounds float, ptr %next, i64 %n
  %i.next = add i64 %i, 1
  br label %head
wrong:
  call void @exit(i32 1)
  unreachable
done:
  ret ptr %next
}
; want:
; define ptr @f(ptr %s, ptr %block, i64 %n) {
; entry:
;   %list = alloca [2 x ptr], align 8
;   %b = getelementptr inbounds i8, ptr %s, i64 8
;   %second = getelementptr inbounds [2 x ptr], ptr %list, i64 0, i64 1
;   store ptr %s, ptr %list, align 8
;   store ptr %b, ptr %second, align 8
;   %v.0 = load ptr, ptr %list, align 8
;   store ptr %block, ptr %v.0, align 8
;   %v.1 = icmp slt i64 %n, 0
;   br i1 %v.1, label %wrong, label %out.3
;
; wrong:
;   call void @exit(i32 1)
;   unreachable
;
; out.3:
;   %v.2 = getelementptr inbounds float, ptr %block, i64 %n
;   %v.3 = getelementptr inbounds [2 x ptr], ptr %list, i64 0, i64 1
;   %v.4 = load ptr, ptr %v.3, align 8
;   store ptr %v.2, ptr %v.4, align 8
;   %v.5 = icmp slt i64 %n, 0
;   br i1 %v.5, label %wrong, label %out.6
;
; out.6:
;   %v.6 = getelementptr inbounds float, ptr %v.2, i64 %n
;   ret ptr %v.6
; }
