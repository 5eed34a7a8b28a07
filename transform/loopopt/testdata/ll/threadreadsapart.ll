; pass: ThreadReads
target triple = "x86_64-pc-linux-gnu"

declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_for_static_fini(ptr, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare double @llvm.fmuladd.f64(double, double, double)

@where = external global i8

; Two arrays, which may be one: apart when the program runs, or all iterations are at the end.
define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, ptr %w, ptr noalias %n) {
entry:
  %first = alloca i32, align 4
  %last = alloca i32, align 4
  %stride = alloca i32, align 4
  %is = alloca i32, align 4
  %num = load i32, ptr %n, align 4
  %some = icmp sgt i32 %num, 2
  br i1 %some, label %share, label %end

share:
  %most = add nsw i32 %num, -3
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
  %i.next = add nsw i64 %i, 1
  %p = getelementptr inbounds double, ptr %u, i64 %i
  %a = load double, ptr %p, align 8
  %q = getelementptr inbounds double, ptr %v, i64 %i
  %b = load double, ptr %q, align 8
  %s = fmul double %a, %b
  %o = getelementptr inbounds double, ptr %w, i64 %i.next
  store double %s, ptr %o, align 8
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
; define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, ptr %w, ptr noalias %n) {
; entry:
;   %first = alloca i32, align 4
;   %last = alloca i32, align 4
;   %stride = alloca i32, align 4
;   %is = alloca i32, align 4
;   %num = load i32, ptr %n, align 4
;   %some = icmp sgt i32 %num, 2
;   br i1 %some, label %share, label %end
;
; share:
;   %most = add nsw i32 %num, -3
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
;   %v.1 = sext i32 %to to i64
;   %v.2 = add i64 %v.1, 1
;   %v.3 = ptrtoint ptr %v to i64
;   %v.4 = ptrtoint ptr %u to i64
;   %v.5 = add i64 %v.4, 8
;   %v.6 = sext i32 %most to i64
;   %v.7 = icmp sle i64 0, %v.6
;   %v.8 = mul i64 %v.6, 8
;   %v.9 = add i64 %v.5, %v.8
;   %v.10 = add i64 %v.3, 8
;   %v.11 = sext i32 %most to i64
;   %v.12 = icmp sle i64 0, %v.11
;   %v.13 = mul i64 %v.11, 8
;   %v.14 = add i64 %v.10, %v.13
;   %v.15 = icmp ule i64 %v.9, %v.3
;   %v.16 = icmp ule i64 %v.14, %v.4
;   %v.17 = or i1 %v.15, %v.16
;   %v.18 = icmp slt i64 %lb.64, %v.2
;   %v.19 = select i1 %v.18, i64 %lb.64, i64 %v.2
;   %v.20 = select i1 %v.7, i64 %v.19, i64 %v.2
;   %v.21 = select i1 %v.12, i64 %v.20, i64 %v.2
;   %v.22 = select i1 %v.17, i64 %v.21, i64 %v.2
;   %v.23 = icmp slt i64 %v.2, %v.22
;   %v.24 = select i1 %v.23, i64 %v.22, i64 %v.2
;   %v.25 = icmp slt i64 %lb.64, %v.22
;   br i1 %v.25, label %peel.enter.3, label %peel.next.5
;
; peel.enter.3:
;   br label %loop.near.2
;
; loop.near.2:
;   %v.26 = phi i64 [ %lb.64, %peel.enter.3 ], [ %v.27, %loop.near.2 ]
;   %v.27 = add nsw i64 %v.26, 1
;   %v.28 = getelementptr inbounds double, ptr %u, i64 %v.26
;   %v.29 = load double, ptr %v.28, align 8
;   %v.30 = getelementptr inbounds double, ptr %v, i64 %v.26
;   %v.31 = load double, ptr %v.30, align 8
;   %v.32 = fmul double %v.29, %v.31
;   %v.33 = getelementptr inbounds double, ptr %w, i64 %v.27
;   store double %v.32, ptr %v.33, align 8
;   %v.34 = trunc i64 %v.27 to i32
;   %v.35 = icmp eq i32 %v.34, %behind
;   %v.36 = icmp eq i64 %v.27, %v.2
;   %v.37 = icmp eq i64 %v.27, %v.22
;   br i1 %v.37, label %peel.left.4, label %loop.near.2
;
; peel.left.4:
;   br label %peel.next.5
;
; peel.next.5:
;   %v.38 = phi i64 [ %lb.64, %pre ], [ %v.27, %peel.left.4 ]
;   %v.39 = icmp slt i64 %v.38, %v.24
;   br i1 %v.39, label %peel.enter.6, label %peel.next.8
;
; peel.enter.6:
;   br label %loop
;
; loop:
;   %i = phi i64 [ %v.38, %peel.enter.6 ], [ %i.next, %loop ]
;   %i.next = add nsw i64 %i, 1
;   %p = getelementptr inbounds double, ptr %u, i64 %i
;   %owned.9 = load double, ptr %p, align 8
;   %q = getelementptr inbounds double, ptr %v, i64 %i
;   %owned.10 = load double, ptr %q, align 8
;   %s = fmul double %owned.9, %owned.10
;   %o = getelementptr inbounds double, ptr %w, i64 %i.next
;   store double %s, ptr %o, align 8
;   %i.32 = trunc i64 %i.next to i32
;   %c = icmp eq i32 %i.32, %behind
;   %v.40 = icmp eq i64 %i.next, %v.2
;   %v.41 = icmp eq i64 %i.next, %v.24
;   br i1 %v.41, label %peel.left.7, label %loop
;
; peel.left.7:
;   br label %peel.next.8
;
; peel.next.8:
;   %v.42 = phi i64 [ %v.38, %peel.next.5 ], [ %i.next, %peel.left.7 ]
;   br label %fini
;
; fini:
;   call void @__kmpc_for_static_fini(ptr @where, i32 %id)
;   br label %end
;
; end:
;   ret void
; }
