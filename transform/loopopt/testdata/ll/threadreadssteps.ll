; pass: ThreadReads
target triple = "x86_64-pc-linux-gnu"

declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_barrier(ptr, i32)
declare void @__kmpc_for_static_fini(ptr, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare double @llvm.fmuladd.f64(double, double, double)

@where = external global i8

; Two arrays in turn: which one is read is the same for all threads, as they meet once in each step.
define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, i32 %num) {
entry:
  %first = alloca i32, align 4
  %last = alloca i32, align 4
  %stride = alloca i32, align 4
  %is = alloca i32, align 4
  %most = add nsw i32 %num, -3
  %id = load i32, ptr %thread, align 4
  br label %step

step:
  %t = phi i32 [ 0, %entry ], [ %t.next, %fini ]
  %from = phi ptr [ %u, %entry ], [ %other, %fini ]
  %other = phi ptr [ %v, %entry ], [ %from, %fini ]
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
  %i.next = add nsw i64 %i, 1
  %p = getelementptr inbounds double, ptr %from, i64 %i
  %a = load double, ptr %p, align 8
  %q = getelementptr inbounds double, ptr %from, i64 %i.next
  %b = load double, ptr %q, align 8
  %s = fmul double %a, %b
  %o = getelementptr inbounds double, ptr %other, i64 %i
  store double %s, ptr %o, align 8
  %i.32 = trunc i64 %i.next to i32
  %c = icmp eq i32 %i.32, %behind
  br i1 %c, label %fini, label %loop

fini:
  call void @__kmpc_for_static_fini(ptr @where, i32 %id)
  call void @__kmpc_barrier(ptr @where, i32 %id)
  %t.next = add nuw nsw i32 %t, 1
  %more = icmp ult i32 %t.next, 10
  br i1 %more, label %step, label %end

end:
  ret void
}
; want:
; define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, i32 %num) {
; entry:
;   %first = alloca i32, align 4
;   %last = alloca i32, align 4
;   %stride = alloca i32, align 4
;   %is = alloca i32, align 4
;   %most = add nsw i32 %num, -3
;   %id = load i32, ptr %thread, align 4
;   br label %step
;
; step:
;   %t = phi i32 [ 0, %entry ], [ %t.next, %fini ]
;   %from = phi ptr [ %u, %entry ], [ %other, %fini ]
;   %other = phi ptr [ %v, %entry ], [ %from, %fini ]
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
;   %v.1 = sext i32 %to to i64
;   %v.2 = add i64 %v.1, 1
;   %v.3 = add i64 %lb.64, 1
;   %v.4 = sub i64 %v.2, 1
;   %v.5 = icmp slt i64 %v.3, %v.2
;   %v.6 = select i1 %v.5, i64 %v.3, i64 %v.2
;   %v.7 = icmp slt i64 %v.4, %v.6
;   %v.8 = select i1 %v.7, i64 %v.6, i64 %v.4
;   %v.9 = icmp slt i64 %lb.64, %v.6
;   br i1 %v.9, label %peel.enter.4, label %peel.next.6
;
; peel.enter.4:
;   br label %loop.near.2
;
; loop.near.2:
;   %v.10 = phi i64 [ %lb.64, %peel.enter.4 ], [ %v.11, %loop.near.2 ]
;   %v.11 = add nsw i64 %v.10, 1
;   %v.12 = getelementptr inbounds double, ptr %from, i64 %v.10
;   %v.13 = load double, ptr %v.12, align 8
;   %v.14 = getelementptr inbounds double, ptr %from, i64 %v.11
;   %v.15 = load double, ptr %v.14, align 8
;   %v.16 = fmul double %v.13, %v.15
;   %v.17 = getelementptr inbounds double, ptr %other, i64 %v.10
;   store double %v.16, ptr %v.17, align 8
;   %v.18 = trunc i64 %v.11 to i32
;   %v.19 = icmp eq i32 %v.18, %behind
;   %v.20 = icmp eq i64 %v.11, %v.2
;   %v.21 = icmp eq i64 %v.11, %v.6
;   br i1 %v.21, label %peel.left.5, label %loop.near.2
;
; peel.left.5:
;   br label %peel.next.6
;
; peel.next.6:
;   %v.22 = phi i64 [ %lb.64, %pre ], [ %v.11, %peel.left.5 ]
;   %v.23 = icmp slt i64 %v.22, %v.8
;   br i1 %v.23, label %peel.enter.7, label %peel.next.9
;
; peel.enter.7:
;   br label %loop
;
; loop:
;   %i = phi i64 [ %v.22, %peel.enter.7 ], [ %i.next, %loop ]
;   %i.next = add nsw i64 %i, 1
;   %p = getelementptr inbounds double, ptr %from, i64 %i
;   %owned.13 = load double, ptr %p, align 8
;   %q = getelementptr inbounds double, ptr %from, i64 %i.next
;   %owned.14 = load double, ptr %q, align 8
;   %s = fmul double %owned.13, %owned.14
;   %o = getelementptr inbounds double, ptr %other, i64 %i
;   store double %s, ptr %o, align 8
;   %i.32 = trunc i64 %i.next to i32
;   %c = icmp eq i32 %i.32, %behind
;   %v.24 = icmp eq i64 %i.next, %v.2
;   %v.25 = icmp eq i64 %i.next, %v.8
;   br i1 %v.25, label %peel.left.8, label %loop
;
; peel.left.8:
;   br label %peel.next.9
;
; peel.next.9:
;   %v.26 = phi i64 [ %v.22, %peel.next.6 ], [ %i.next, %peel.left.8 ]
;   %v.27 = icmp slt i64 %v.26, %v.2
;   br i1 %v.27, label %peel.enter.10, label %peel.next.12
;
; peel.enter.10:
;   br label %loop.near.3
;
; loop.near.3:
;   %v.28 = phi i64 [ %v.26, %peel.enter.10 ], [ %v.29, %loop.near.3 ]
;   %v.29 = add nsw i64 %v.28, 1
;   %v.30 = getelementptr inbounds double, ptr %from, i64 %v.28
;   %v.31 = load double, ptr %v.30, align 8
;   %v.32 = getelementptr inbounds double, ptr %from, i64 %v.29
;   %v.33 = load double, ptr %v.32, align 8
;   %v.34 = fmul double %v.31, %v.33
;   %v.35 = getelementptr inbounds double, ptr %other, i64 %v.28
;   store double %v.34, ptr %v.35, align 8
;   %v.36 = trunc i64 %v.29 to i32
;   %v.37 = icmp eq i32 %v.36, %behind
;   %v.38 = icmp eq i64 %v.29, %v.2
;   %v.39 = icmp eq i64 %v.29, %v.2
;   br i1 %v.39, label %peel.left.11, label %loop.near.3
;
; peel.left.11:
;   br label %peel.next.12
;
; peel.next.12:
;   %v.40 = phi i64 [ %v.26, %peel.next.9 ], [ %v.29, %peel.left.11 ]
;   br label %fini
;
; fini:
;   call void @__kmpc_for_static_fini(ptr @where, i32 %id)
;   call void @__kmpc_barrier(ptr @where, i32 %id)
;   %t.next = add nuw nsw i32 %t, 1
;   %more = icmp ult i32 %t.next, 10
;   br i1 %more, label %step, label %end
;
; end:
;   ret void
; }
