; pass: ThreadReads
target triple = "x86_64-pc-linux-gnu"

declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_for_static_fini(ptr, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare double @llvm.fmuladd.f64(double, double, double)

@where = external global i8

; The loop may write the list that it reads: an inspector might read what has not been written yet.
define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, ptr %edges, i32 %num) {
entry:
  %first = alloca i32, align 4
  %last = alloca i32, align 4
  %stride = alloca i32, align 4
  %is = alloca i32, align 4
  %some = icmp sgt i32 %num, 0
  br i1 %some, label %share, label %end

share:
  %most = add nsw i32 %num, -1
  %id = load i32, ptr %thread, align 4
  store i32 0, ptr %is, align 4
  store i32 0, ptr %first, align 4
  store i32 %most, ptr %last, align 4
  store i32 1, ptr %stride, align 4
  call void @__kmpc_for_static_init_4(ptr @where, i32 %id, i32 34, ptr %is, ptr %first, ptr %last, ptr %stride, i32 1, i32 1)
  %ub = load i32, ptr %last, align 4
  %lb = load i32, ptr %first, align 4
  %to = call i32 @llvm.smin.i32(i32 %ub, i32 %most)
  %none = icmp sgt i32 %lb, %to
  br i1 %none, label %fini, label %pre

pre:
  %lb.64 = sext i32 %lb to i64
  %behind = add i32 %to, 1
  br label %loop

loop:
  %i = phi i64 [ %lb.64, %pre ], [ %i.next, %loop ]
  %k = getelementptr inbounds [2 x i32], ptr %edges, i64 %i
  %from = load i32, ptr %k, align 4
  %from.64 = sext i32 %from to i64
  %p = getelementptr inbounds double, ptr %u, i64 %from.64
  %a = load double, ptr %p, align 8
  %k.1 = getelementptr inbounds i8, ptr %k, i64 4
  %into = load i32, ptr %k.1, align 4
  %into.64 = sext i32 %into to i64
  %q = getelementptr inbounds double, ptr %u, i64 %into.64
  %b = load double, ptr %q, align 8
  %s = fmul double %a, %b
  %o = getelementptr inbounds double, ptr %v, i64 %i
  store double %s, ptr %o, align 8
  %i.next = add nsw i64 %i, 1
  %i.32 = trunc i64 %i.next to i32
  %c = icmp eq i32 %i.32, %behind
  br i1 %c, label %fini, label %loop

fini:
  call void @__kmpc_for_static_fini(ptr @where, i32 %id)
  br label %end

end:
  ret void
}
; want:
; define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, ptr %edges, i32 %num) {
; entry:
;   %first = alloca i32, align 4
;   %last = alloca i32, align 4
;   %stride = alloca i32, align 4
;   %is = alloca i32, align 4
;   %some = icmp sgt i32 %num, 0
;   br i1 %some, label %share, label %end
;
; share:
;   %most = add nsw i32 %num, -1
;   %id = load i32, ptr %thread, align 4
;   store i32 0, ptr %is, align 4
;   store i32 0, ptr %first, align 4
;   store i32 %most, ptr %last, align 4
;   store i32 1, ptr %stride, align 4
;   call void @__kmpc_for_static_init_4(ptr @where, i32 %id, i32 34, ptr %is, ptr %first, ptr %last, ptr %stride, i32 1, i32 1)
;   %ub = load i32, ptr %last, align 4
;   %lb = load i32, ptr %first, align 4
;   %to = call i32 @llvm.smin.i32(i32 %ub, i32 %most)
;   %none = icmp sgt i32 %lb, %to
;   br i1 %none, label %fini, label %pre
;
; pre:
;   %lb.64 = sext i32 %lb to i64
;   %behind = add i32 %to, 1
;   br label %loop
;
; loop:
;   %i = phi i64 [ %lb.64, %pre ], [ %i.next, %loop ]
;   %k = getelementptr inbounds [2 x i32], ptr %edges, i64 %i
;   %from = load i32, ptr %k, align 4
;   %from.64 = sext i32 %from to i64
;   %p = getelementptr inbounds double, ptr %u, i64 %from.64
;   %a = load double, ptr %p, align 8
;   %k.1 = getelementptr inbounds i8, ptr %k, i64 4
;   %into = load i32, ptr %k.1, align 4
;   %into.64 = sext i32 %into to i64
;   %q = getelementptr inbounds double, ptr %u, i64 %into.64
;   %b = load double, ptr %q, align 8
;   %s = fmul double %a, %b
;   %o = getelementptr inbounds double, ptr %v, i64 %i
;   store double %s, ptr %o, align 8
;   %i.next = add nsw i64 %i, 1
;   %i.32 = trunc i64 %i.next to i32
;   %c = icmp eq i32 %i.32, %behind
;   br i1 %c, label %fini, label %loop
;
; fini:
;   call void @__kmpc_for_static_fini(ptr @where, i32 %id)
;   br label %end
;
; end:
;   ret void
; }
